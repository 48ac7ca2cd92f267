; Headers: conventions, attributes, everything that may follow the parameters.
target datalayout = "e-m:e-p:64:64-i64:64-i128:128-n32:64-S128"
%t = type { i64, i64 }

declare i32 @plain(i32)
declare void @va(ptr, ...)
declare void @nothing(...)
declare extern_weak void @weak()
declare hidden void @hid()
declare noalias nonnull ptr @alloc(i64 allocalign) allockind("alloc,zeroed") allocsize(0)
declare void @ext(ptr sret(%t) align 8, i8 signext, i16 zeroext, ptr byval(%t) align 8, i32 inreg)
declare zeroext i8 @returned(i8 returned zeroext, ptr byref(i32), ptr alignstack(16))
declare ptr @many(ptr nocapture readonly noundef dereferenceable(8) align 16, ptr dereferenceable_or_null(4) writeonly, ptr swiftself, ptr nest, i64 range(i64 0, 5), ptr dead_on_unwind writable, float nofpclass(nan inf), ptr initializes((0, 4), (8, 12)))
declare void @mem() memory(argmem: readwrite, inaccessiblemem: read) nosync nofree nounwind willreturn mustprogress
declare void @strings() "frame-pointer"="all" "no-value" "a\22b"="c\0Ad"
declare void @old() readnone argmemonly inaccessiblememonly speculatable

define fastcc void @fast() { ret void }
define coldcc void @cold() { ret void }
define cc 10 void @ghc() { ret void }
define preserve_mostcc void @pm() { ret void }
define tailcc void @tc() { ret void }
define riscv_vector_cc void @rv() { ret void }
define cc 1000 void @thousand() { ret void }
define internal i32 @attrs(i32 %x) unnamed_addr addrspace(0) #0 section ".t" partition "p" align 32 gc "statepoint-example" prefix i32 7 prologue i8 1 personality ptr @personality !prof !1 {
  ret i32 %x
}
declare i32 @personality(...)
define i32 @numbers(i32 %0, i32, i32 %named, i32) {
  %5 = add i32 %0, %1
  %6 = add i32 %2, %named
  %7 = add i32 %5, %6
  ret i32 %7
}
define void @"quoted name"(i32 %"a b", i32 %"1", i32 %-x.y$z_) {
"entry block":
  %"r s" = add i32 %"a b", %"1"
  br label %"next"
next:
  %q = add i32 %"r s", %-x.y$z_
  br label %1
1:
  br label %-dash
-dash:
  ret void
}
define void @inline(i32 %x) alignstack(16) vscale_range(1,16) uwtable(sync) noinline cold "k"="v" #1 #2 {
  ret void
}
define void @f0() #3 {
  ret void
}
define linkonce_odr hidden void @lo() local_unnamed_addr { ret void }
define available_externally void @ae() { ret void }

attributes #0 = { nounwind uwtable "target-cpu"="generic-rv64" "target-features"="+64bit,+m" alignstack=8 }
attributes #1 = { inlinehint "x" }
attributes #2 = { optnone noinline memory(none) }
attributes #3 = { naked noreturn returns_twice strictfp ssp convergent noredzone hot nobuiltin memory(read, argmem: none) vscale_range(2) align=4 }
!1 = !{!"function_entry_count", i64 10}
