; What LLVM 15 to 17 write and later ones do not; no longer read by LLVM 19.
@x = global ptr getelementptr inbounds ({ [3 x ptr] }, ptr @v, i32 0, inrange i32 0, i32 2)
@v = global { [3 x ptr] } zeroinitializer
@sel = global i32 select (i1 icmp eq (ptr @v, ptr null), i32 1, i32 2)
@cmp = global i1 fcmp olt (double 1.0, double 2.0)
@ext = global i64 zext (i32 ptrtoint (ptr @v to i32) to i64)
@elt = global i32 extractelement (<2 x i32> <i32 1, i32 2>, i32 0)
@and = global i64 and (i64 ptrtoint (ptr @v to i64), i64 7)
@shl = global i64 shl nuw (i64 ptrtoint (ptr @v to i64), i64 7)

define webkit_jscc void @js() readonly argmemonly {
  ret void
}
define void @f(x86_mmx %m) {
  %a = bitcast x86_mmx %m to i64
  ret void
}
