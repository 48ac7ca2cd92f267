; ocg-fails: -march=rv64gc
@x = global i8 300x
; ---- expected ----
number.ll:2:19: error: expected top-level entity
@x = global i8 300x
                  ^
