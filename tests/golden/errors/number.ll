; ocg-fails: -march=rv64gc
@x = global i8 300x
