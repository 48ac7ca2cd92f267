; Debug information, metadata and attributes of many kinds, records of the new form; none of it may disturb code.
source_filename = "a.c"
target triple = "riscv64-unknown-linux-gnu"
define i32 @f(i32 noundef %x) #0 !dbg !6 {
  #dbg_value(i32 %x, !10, !DIExpression(), !11)
  %y = add nsw i32 %x, 1, !dbg !11
  #dbg_value(!DIArgList(i32 %x, i32 %y), !10, !DIExpression(DW_OP_LLVM_arg, 0, DW_OP_LLVM_arg, 1, DW_OP_plus), !11)
  %z = load i32, ptr @g, align 4, !dbg !12, !tbaa !13, !range !16, !noundef !17
  %w = add i32 %y, %z, !dbg !12
  ret i32 %w, !dbg !12
}
@g = global i32 5, !dbg !18
attributes #0 = { noinline nounwind optnone memory(argmem: readwrite) allocsize(0) "frame-pointer"="all" uwtable "x"="y" }
!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!3, !4, !5}
!named = !{!0, !22}
!22 = !{!{!"nested", i32 1}, !0}
!0 = distinct !DICompileUnit(language: DW_LANG_C11, file: !1, producer: "none", isOptimized: true, runtimeVersion: 0, emissionKind: FullDebug, globals: !2)
!1 = !DIFile(filename: "a.c", directory: "/", checksumkind: CSK_MD5, checksum: "00000000000000000000000000000000")
!2 = !{!18}
!3 = !{i32 7, !"Dwarf Version", i32 5}
!4 = !{i32 2, !"Debug Info Version", i32 3}
!5 = !{i32 1, !"wchar_size", i32 4}
!6 = distinct !DISubprogram(name: "f", scope: !1, file: !1, line: 1, type: !7, scopeLine: 1, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !0, retainedNodes: !9)
!7 = !DISubroutineType(types: !8)
!8 = !{!20, !20}
!9 = !{!10}
!10 = !DILocalVariable(name: "x", arg: 1, scope: !6, file: !1, line: 1, type: !20)
!11 = !DILocation(line: 2, column: 3, scope: !6)
!12 = !DILocation(line: 3, scope: !6, inlinedAt: !21)
!13 = !{!14, !14, i64 0}
!14 = !{!"int", !15, i64 0}
!15 = !{!"root"}
!16 = !{i32 0, i32 10}
!17 = !{}
!18 = !DIGlobalVariableExpression(var: !19, expr: !DIExpression())
!19 = distinct !DIGlobalVariable(name: "g", scope: !0, file: !1, line: 1, type: !20, isLocal: false, isDefinition: true)
!20 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!21 = distinct !DILocation(line: 9, column: 1, scope: !6)
