; FNV-1a over a byte string: a loop with a narrow load, xor, and multiplication by a constant.
target triple = "riscv64-unknown-linux-gnu"

define i64 @fnv1a(ptr %s, i64 %n) {
entry:
  %empty = icmp eq i64 %n, 0
  br i1 %empty, label %done, label %loop

loop:
  %i = phi i64 [ 0, %entry ], [ %i.next, %loop ]
  %h = phi i64 [ -3750763034362895579, %entry ], [ %h.next, %loop ]
  %p = getelementptr inbounds i8, ptr %s, i64 %i
  %b = load i8, ptr %p, align 1
  %w = zext i8 %b to i64
  %x = xor i64 %h, %w
  %h.next = mul i64 %x, 1099511628211
  %i.next = add nuw i64 %i, 1
  %more = icmp ult i64 %i.next, %n
  br i1 %more, label %loop, label %done

done:
  %r = phi i64 [ -3750763034362895579, %entry ], [ %h.next, %loop ]
  ret i64 %r
}
