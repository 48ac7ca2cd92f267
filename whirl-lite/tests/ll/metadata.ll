; Metadata of every kind.
target datalayout = "e-m:e-p:64:64-i64:64-i128:128-n32:64-S128"

@g = global i32 0, !dbg !20
declare !dbg !24 void @declared()

define i32 @f(i32 %x) !dbg !10 !prof !30 {
  %y = add i32 %x, 1, !dbg !11
  br label %l, !dbg !DILocation(line: 3, column: 1, scope: !10)
l:
  %c = icmp eq i32 %y, 0
  br i1 %c, label %l, label %o, !llvm.loop !31, !prof !34
o:
  %p = load i32, ptr @g, align 4, !tbaa !40, !alias.scope !50, !noalias !50, !my.own\20kind !{i32 1, !"inline"}
  ret i32 %p, !dbg !11
}

!llvm.module.flags = !{!0, !1, !2}
!llvm.dbg.cu = !{!3}
!any = !{!60}
!odd\20name = !{!60, !61}
!0 = !{i32 7, !"Dwarf Version", i32 5}
!1 = !{i32 2, !"Debug Info Version", i32 3}
!2 = !{i32 1, !"target-abi", !"lp64d"}
!3 = distinct !DICompileUnit(language: DW_LANG_C11, file: !4, producer: "clang \22x\22", isOptimized: true, runtimeVersion: 0, emissionKind: FullDebug, enums: !5, globals: !6, splitDebugInlining: false, nameTableKind: None)
!4 = !DIFile(filename: "a.c", directory: "/tmp", checksumkind: CSK_MD5, checksum: "00000000000000000000000000000000")
!5 = !{!7}
!6 = !{!20}
!7 = !DICompositeType(tag: DW_TAG_enumeration_type, name: "e", file: !4, line: 1, baseType: !8, size: 32, elements: !9)
!8 = !DIBasicType(name: "unsigned int", size: 32, encoding: DW_ATE_unsigned)
!9 = !{!DIEnumerator(name: "A", value: 0, isUnsigned: true), !DIEnumerator(name: "B", value: -5)}
!10 = distinct !DISubprogram(name: "f", scope: !4, file: !4, line: 2, type: !12, scopeLine: 2, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !3, retainedNodes: !13)
!11 = !DILocation(line: 2, column: 7, scope: !10)
!12 = !DISubroutineType(types: !14)
!13 = !{!15}
!14 = !{null, !16}
!15 = !DILocalVariable(name: "x", arg: 1, scope: !10, file: !4, line: 2, type: !16)
!16 = !DIDerivedType(tag: DW_TAG_typedef, name: "i", file: !4, line: 1, baseType: !17)
!17 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!20 = !DIGlobalVariableExpression(var: !21, expr: !DIExpression(DW_OP_constu, 4, DW_OP_stack_value))
!21 = distinct !DIGlobalVariable(name: "g", scope: !3, file: !4, line: 1, type: !22, isLocal: false, isDefinition: true)
!22 = !DICompositeType(tag: DW_TAG_array_type, baseType: !17, size: 96, elements: !23)
!23 = !{!DISubrange(count: 3, lowerBound: -1)}
!24 = !DISubprogram(name: "declared", scope: !4, file: !4, line: 9, type: !12, spFlags: DISPFlagOptimized)
!30 = !{!"function_entry_count", i64 -1}
!31 = distinct !{!31, !32, !33}
!32 = !{!"llvm.loop.mustprogress"}
!33 = !{!"llvm.loop.unroll.count", i32 4}
!34 = !{!"branch_weights", i32 2000, i32 1}
!40 = !{!41, !42, i64 0}
!41 = !{!"s", !42, i64 0, !42, i64 4}
!42 = !{!"int", !43, i64 0}
!43 = !{!"omnipotent char", !44, i64 0}
!44 = !{!"Simple C/C++ TBAA"}
!50 = !{!51}
!51 = distinct !{!51, !52, !"scope"}
!52 = distinct !{!52, !"domain"}
!60 = !{!"bytes \00\FF\22", i1 true, i128 5, double 1.0, ptr @g, ptr null, null, !{}, i64 -1}
!61 = !GenericDINode(tag: DW_TAG_member, header: "h", operands: {!60, null, !"s"})
!62 = !DITemplateValueParameter(name: "v", type: !17, value: i8 1)
!63 = !DIMacroFile(line: 1, file: !4, nodes: !{!64})
!64 = !DIMacro(type: DW_MACINFO_define, line: 1, name: "A", value: "1")
!65 = distinct !DIAssignID()
!66 = !DIObjCProperty(name: "p", file: !4, line: 7, setter: "s", getter: "g", attributes: 7, type: !17)
!67 = !DICommonBlock(scope: !3, declaration: null, name: "c", file: !4, line: 2)
!68 = !DIStringType(name: "character(*)", size: 32)
!69 = !DIImportedEntity(tag: DW_TAG_imported_module, scope: !3, entity: !7, line: 7)
!kept = !{!62, !63, !65, !66, !67, !68, !69}
