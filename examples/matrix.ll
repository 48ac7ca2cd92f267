; Product of square matrices of doubles: three nested loops, strength reduction, fused multiply-add.
target triple = "riscv64-unknown-linux-gnu"

define void @matmul(ptr noalias %c, ptr noalias %a, ptr noalias %b, i64 %n) {
entry:
  %some = icmp sgt i64 %n, 0
  br i1 %some, label %rows, label %done

rows:
  %i = phi i64 [ 0, %entry ], [ %i.next, %rows.end ]
  %row = mul nsw i64 %i, %n
  br label %columns

columns:
  %j = phi i64 [ 0, %rows ], [ %j.next, %columns.end ]
  br label %sum

sum:
  %k = phi i64 [ 0, %columns ], [ %k.next, %sum ]
  %s = phi double [ 0.0, %columns ], [ %s.next, %sum ]
  %ia = add nsw i64 %row, %k
  %pa = getelementptr inbounds double, ptr %a, i64 %ia
  %x = load double, ptr %pa, align 8
  %kn = mul nsw i64 %k, %n
  %ib = add nsw i64 %kn, %j
  %pb = getelementptr inbounds double, ptr %b, i64 %ib
  %y = load double, ptr %pb, align 8
  %s.next = call double @llvm.fmuladd.f64(double %x, double %y, double %s)
  %k.next = add nuw nsw i64 %k, 1
  %k.more = icmp slt i64 %k.next, %n
  br i1 %k.more, label %sum, label %columns.end

columns.end:
  %ic = add nsw i64 %row, %j
  %pc = getelementptr inbounds double, ptr %c, i64 %ic
  store double %s.next, ptr %pc, align 8
  %j.next = add nuw nsw i64 %j, 1
  %j.more = icmp slt i64 %j.next, %n
  br i1 %j.more, label %columns, label %rows.end

rows.end:
  %i.next = add nuw nsw i64 %i, 1
  %i.more = icmp slt i64 %i.next, %n
  br i1 %i.more, label %rows, label %done

done:
  ret void
}

declare double @llvm.fmuladd.f64(double, double, double)
