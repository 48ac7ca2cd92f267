; Insertion sort of 32-bit integers: nested loops, loads and stores that may alias.
target triple = "riscv64-unknown-linux-gnu"

define void @sort(ptr %a, i64 %n) {
entry:
  %some = icmp ugt i64 %n, 1
  br i1 %some, label %outer, label %done

outer:
  %i = phi i64 [ 1, %entry ], [ %i.next, %place ]
  %pi = getelementptr inbounds i32, ptr %a, i64 %i
  %key = load i32, ptr %pi, align 4
  br label %inner

inner:
  %j = phi i64 [ %i, %outer ], [ %j.prev, %shift ]
  %at.start = icmp eq i64 %j, 0
  br i1 %at.start, label %place, label %compare

compare:
  %j.prev = add nsw i64 %j, -1
  %pj = getelementptr inbounds i32, ptr %a, i64 %j.prev
  %v = load i32, ptr %pj, align 4
  %greater = icmp sgt i32 %v, %key
  br i1 %greater, label %shift, label %place

shift:
  %to = getelementptr inbounds i32, ptr %a, i64 %j
  store i32 %v, ptr %to, align 4
  br label %inner

place:
  %k = phi i64 [ 0, %inner ], [ %j, %compare ]
  %hole = getelementptr inbounds i32, ptr %a, i64 %k
  store i32 %key, ptr %hole, align 4
  %i.next = add nuw i64 %i, 1
  %more = icmp ult i64 %i.next, %n
  br i1 %more, label %outer, label %done

done:
  ret void
}
