; Symbols: linkages, visibilities, thread-local models, comdats, aliases, sections.
target datalayout = "e-m:e-p:64:64-i64:64-i128:128-n32:64-S128"

module asm ".globl odd"
module asm "odd: .string \22\\n\22"

$group = comdat any
$exact = comdat exactmatch
$large = comdat largest
$nodup = comdat nodeduplicate
$same = comdat samesize
$"odd $ name" = comdat any

@ext = external global i32
@weak = extern_weak global i32
@priv = private unnamed_addr constant [2 x i8] c"a\00", align 1
@int = internal global i32 0, align 4
@ae = available_externally global i32 1
@lo = linkonce global i32 1
@loodr = linkonce_odr hidden constant i32 1, comdat($group)
@wk = weak protected global i32 1
@wkodr = weak_odr dso_local local_unnamed_addr global i32 1, comdat
$wkodr = comdat any
@com = common dso_local global i32 0, align 4
@llvm.used = appending global [1 x ptr] [ptr @int], section "llvm.metadata"
@tls0 = thread_local global i32 0
@tls1 = thread_local(localdynamic) global i32 0
@tls2 = internal thread_local(initialexec) unnamed_addr global i32 0
@tls3 = external hidden thread_local(localexec) global i32
@sect = global i32 1, section ".my \22section", align 64
@part = global i32 1, partition "p"
@model = global i32 1, code_model "large"
@init = externally_initialized global i32 1
@space = addrspace(5) externally_initialized constant i32 1
@preempt = dso_preemptable global i32 1
@attr = global i32 1, align 8 "bss-section"="x" #7
@"quoted name" = global i32 1
@"\01raw" = global i32 1
@"1digit" = global i32 1
@dollar$.-_x = global i32 1
@0 = global i32 1
@1 = private constant i32 2
@dup = global i32 1, comdat($nodup)
@oddgroup = global i32 1, comdat($"odd $ name")
@san = global i32 1, no_sanitize_address, sanitize_memtag

@al = alias i32, ptr @int
@al2 = internal alias i8, getelementptr inbounds (i8, ptr @int, i64 1)
@al3 = weak hidden unnamed_addr alias void (), ptr @target
@al4 = thread_local alias i32, ptr @tls0
@if = ifunc i32 (i32), ptr @resolver
@unnamed = alias i32, ptr @0

define void @target() {
  ret void
}
define internal ptr @resolver() {
  ret ptr @target
}
define i32 @uses() comdat($group) {
  %a = load i32, ptr @0
  %b = load i32, ptr @1
  %c = add i32 %a, %b
  ret i32 %c
}
attributes #7 = { "key" }
uselistorder ptr @int, { 1, 0, 2 }
^0 = module: (path: "x.o", hash: (0, 0, 0, 0, 0))
^1 = gv: (name: "uses", summaries: (function: (module: ^0, flags: (linkage: external), insts: 4)))
^2 = flags: 8
^3 = blockcount: 1
