; ocg-fails: -march=rv64gc
define i32 @f( {
  ret i32 0
}
