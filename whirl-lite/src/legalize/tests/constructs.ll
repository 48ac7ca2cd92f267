; Every instruction, on types that are legal nowhere.
%pair = type { i8, [3 x i37], <2 x half>, { i128, ptr } }
@table = constant [3 x i32] [i32 1, i32 2, i32 3]
@text = private constant [6 x i8] c"hello\00"

define i1 @int1(i1 %a, i1 %b) {
  %v0 = add nsw i1 %a, %b
  %v1 = sub nuw i1 %a, %b
  %v2 = mul i1 %a, %b
  %v3 = udiv i1 %a, %b
  %v4 = sdiv exact i1 %a, %b
  %v5 = urem i1 %a, %b
  %v6 = srem i1 %a, %b
  %v7 = shl nuw i1 %a, %b
  %v8 = lshr i1 %a, %b
  %v9 = ashr exact i1 %a, %b
  %v10 = and i1 %a, %b
  %v11 = or disjoint i1 %a, %b
  %v12 = xor i1 %a, %b
  %c0 = icmp eq i1 %v0, %v1
  %c1 = icmp ne i1 %v1, %v2
  %c2 = icmp ugt i1 %v2, %v3
  %c3 = icmp uge i1 %v3, %v4
  %c4 = icmp ult i1 %v4, %v5
  %c5 = icmp ule i1 %v5, %v6
  %c6 = icmp sgt i1 %v6, %v7
  %c7 = icmp sge i1 %v7, %v8
  %c8 = icmp slt i1 %v8, %v9
  %c9 = icmp sle i1 %v9, %v10
  %s = select i1 %c0, i1 %v11, i1 %v12
  %fz = freeze i1 %s
  ret i1 %fz
}
define i7 @casti1i7(i1 %a) {
  %z = zext i1 %a to i7
  %s = sext i1 %a to i7
  %r = add i7 %z, %s
  ret i7 %r
}
define i8 @casti1i8(i1 %a) {
  %z = zext i1 %a to i8
  %s = sext i1 %a to i8
  %r = add i8 %z, %s
  ret i8 %r
}
define i24 @casti1i24(i1 %a) {
  %z = zext i1 %a to i24
  %s = sext i1 %a to i24
  %r = add i24 %z, %s
  ret i24 %r
}
define i32 @casti1i32(i1 %a) {
  %z = zext i1 %a to i32
  %s = sext i1 %a to i32
  %r = add i32 %z, %s
  ret i32 %r
}
define i33 @casti1i33(i1 %a) {
  %z = zext i1 %a to i33
  %s = sext i1 %a to i33
  %r = add i33 %z, %s
  ret i33 %r
}
define i64 @casti1i64(i1 %a) {
  %z = zext i1 %a to i64
  %s = sext i1 %a to i64
  %r = add i64 %z, %s
  ret i64 %r
}
define i96 @casti1i96(i1 %a) {
  %z = zext i1 %a to i96
  %s = sext i1 %a to i96
  %r = add i96 %z, %s
  ret i96 %r
}
define i128 @casti1i128(i1 %a) {
  %z = zext i1 %a to i128
  %s = sext i1 %a to i128
  %r = add i128 %z, %s
  ret i128 %r
}
define i255 @casti1i255(i1 %a) {
  %z = zext i1 %a to i255
  %s = sext i1 %a to i255
  %r = add i255 %z, %s
  ret i255 %r
}
define i300 @casti1i300(i1 %a) {
  %z = zext i1 %a to i300
  %s = sext i1 %a to i300
  %r = add i300 %z, %s
  ret i300 %r
}
define i7 @int2(i7 %a, i7 %b) {
  %v0 = add nsw i7 %a, %b
  %v1 = sub nuw i7 %a, %b
  %v2 = mul i7 %a, %b
  %v3 = udiv i7 %a, %b
  %v4 = sdiv exact i7 %a, %b
  %v5 = urem i7 %a, %b
  %v6 = srem i7 %a, %b
  %v7 = shl nuw i7 %a, %b
  %v8 = lshr i7 %a, %b
  %v9 = ashr exact i7 %a, %b
  %v10 = and i7 %a, %b
  %v11 = or disjoint i7 %a, %b
  %v12 = xor i7 %a, %b
  %c0 = icmp eq i7 %v0, %v1
  %c1 = icmp ne i7 %v1, %v2
  %c2 = icmp ugt i7 %v2, %v3
  %c3 = icmp uge i7 %v3, %v4
  %c4 = icmp ult i7 %v4, %v5
  %c5 = icmp ule i7 %v5, %v6
  %c6 = icmp sgt i7 %v6, %v7
  %c7 = icmp sge i7 %v7, %v8
  %c8 = icmp slt i7 %v8, %v9
  %c9 = icmp sle i7 %v9, %v10
  %s = select i1 %c0, i7 %v11, i7 %v12
  %fz = freeze i7 %s
  ret i7 %fz
}
define i1 @casti7i1(i7 %a) {
  %z = trunc i7 %a to i1
  ret i1 %z
}
define i8 @casti7i8(i7 %a) {
  %z = zext i7 %a to i8
  %s = sext i7 %a to i8
  %r = add i8 %z, %s
  ret i8 %r
}
define i24 @casti7i24(i7 %a) {
  %z = zext i7 %a to i24
  %s = sext i7 %a to i24
  %r = add i24 %z, %s
  ret i24 %r
}
define i32 @casti7i32(i7 %a) {
  %z = zext i7 %a to i32
  %s = sext i7 %a to i32
  %r = add i32 %z, %s
  ret i32 %r
}
define i33 @casti7i33(i7 %a) {
  %z = zext i7 %a to i33
  %s = sext i7 %a to i33
  %r = add i33 %z, %s
  ret i33 %r
}
define i64 @casti7i64(i7 %a) {
  %z = zext i7 %a to i64
  %s = sext i7 %a to i64
  %r = add i64 %z, %s
  ret i64 %r
}
define i96 @casti7i96(i7 %a) {
  %z = zext i7 %a to i96
  %s = sext i7 %a to i96
  %r = add i96 %z, %s
  ret i96 %r
}
define i128 @casti7i128(i7 %a) {
  %z = zext i7 %a to i128
  %s = sext i7 %a to i128
  %r = add i128 %z, %s
  ret i128 %r
}
define i255 @casti7i255(i7 %a) {
  %z = zext i7 %a to i255
  %s = sext i7 %a to i255
  %r = add i255 %z, %s
  ret i255 %r
}
define i300 @casti7i300(i7 %a) {
  %z = zext i7 %a to i300
  %s = sext i7 %a to i300
  %r = add i300 %z, %s
  ret i300 %r
}
define i8 @int3(i8 %a, i8 %b) {
  %v0 = add nsw i8 %a, %b
  %v1 = sub nuw i8 %a, %b
  %v2 = mul i8 %a, %b
  %v3 = udiv i8 %a, %b
  %v4 = sdiv exact i8 %a, %b
  %v5 = urem i8 %a, %b
  %v6 = srem i8 %a, %b
  %v7 = shl nuw i8 %a, %b
  %v8 = lshr i8 %a, %b
  %v9 = ashr exact i8 %a, %b
  %v10 = and i8 %a, %b
  %v11 = or disjoint i8 %a, %b
  %v12 = xor i8 %a, %b
  %c0 = icmp eq i8 %v0, %v1
  %c1 = icmp ne i8 %v1, %v2
  %c2 = icmp ugt i8 %v2, %v3
  %c3 = icmp uge i8 %v3, %v4
  %c4 = icmp ult i8 %v4, %v5
  %c5 = icmp ule i8 %v5, %v6
  %c6 = icmp sgt i8 %v6, %v7
  %c7 = icmp sge i8 %v7, %v8
  %c8 = icmp slt i8 %v8, %v9
  %c9 = icmp sle i8 %v9, %v10
  %s = select i1 %c0, i8 %v11, i8 %v12
  %fz = freeze i8 %s
  ret i8 %fz
}
define i1 @casti8i1(i8 %a) {
  %z = trunc i8 %a to i1
  ret i1 %z
}
define i7 @casti8i7(i8 %a) {
  %z = trunc i8 %a to i7
  ret i7 %z
}
define i24 @casti8i24(i8 %a) {
  %z = zext i8 %a to i24
  %s = sext i8 %a to i24
  %r = add i24 %z, %s
  ret i24 %r
}
define i32 @casti8i32(i8 %a) {
  %z = zext i8 %a to i32
  %s = sext i8 %a to i32
  %r = add i32 %z, %s
  ret i32 %r
}
define i33 @casti8i33(i8 %a) {
  %z = zext i8 %a to i33
  %s = sext i8 %a to i33
  %r = add i33 %z, %s
  ret i33 %r
}
define i64 @casti8i64(i8 %a) {
  %z = zext i8 %a to i64
  %s = sext i8 %a to i64
  %r = add i64 %z, %s
  ret i64 %r
}
define i96 @casti8i96(i8 %a) {
  %z = zext i8 %a to i96
  %s = sext i8 %a to i96
  %r = add i96 %z, %s
  ret i96 %r
}
define i128 @casti8i128(i8 %a) {
  %z = zext i8 %a to i128
  %s = sext i8 %a to i128
  %r = add i128 %z, %s
  ret i128 %r
}
define i255 @casti8i255(i8 %a) {
  %z = zext i8 %a to i255
  %s = sext i8 %a to i255
  %r = add i255 %z, %s
  ret i255 %r
}
define i300 @casti8i300(i8 %a) {
  %z = zext i8 %a to i300
  %s = sext i8 %a to i300
  %r = add i300 %z, %s
  ret i300 %r
}
define i24 @int4(i24 %a, i24 %b) {
  %v0 = add nsw i24 %a, %b
  %v1 = sub nuw i24 %a, %b
  %v2 = mul i24 %a, %b
  %v3 = udiv i24 %a, %b
  %v4 = sdiv exact i24 %a, %b
  %v5 = urem i24 %a, %b
  %v6 = srem i24 %a, %b
  %v7 = shl nuw i24 %a, %b
  %v8 = lshr i24 %a, %b
  %v9 = ashr exact i24 %a, %b
  %v10 = and i24 %a, %b
  %v11 = or disjoint i24 %a, %b
  %v12 = xor i24 %a, %b
  %c0 = icmp eq i24 %v0, %v1
  %c1 = icmp ne i24 %v1, %v2
  %c2 = icmp ugt i24 %v2, %v3
  %c3 = icmp uge i24 %v3, %v4
  %c4 = icmp ult i24 %v4, %v5
  %c5 = icmp ule i24 %v5, %v6
  %c6 = icmp sgt i24 %v6, %v7
  %c7 = icmp sge i24 %v7, %v8
  %c8 = icmp slt i24 %v8, %v9
  %c9 = icmp sle i24 %v9, %v10
  %s = select i1 %c0, i24 %v11, i24 %v12
  %fz = freeze i24 %s
  ret i24 %fz
}
define i1 @casti24i1(i24 %a) {
  %z = trunc i24 %a to i1
  ret i1 %z
}
define i7 @casti24i7(i24 %a) {
  %z = trunc i24 %a to i7
  ret i7 %z
}
define i8 @casti24i8(i24 %a) {
  %z = trunc i24 %a to i8
  ret i8 %z
}
define i32 @casti24i32(i24 %a) {
  %z = zext i24 %a to i32
  %s = sext i24 %a to i32
  %r = add i32 %z, %s
  ret i32 %r
}
define i33 @casti24i33(i24 %a) {
  %z = zext i24 %a to i33
  %s = sext i24 %a to i33
  %r = add i33 %z, %s
  ret i33 %r
}
define i64 @casti24i64(i24 %a) {
  %z = zext i24 %a to i64
  %s = sext i24 %a to i64
  %r = add i64 %z, %s
  ret i64 %r
}
define i96 @casti24i96(i24 %a) {
  %z = zext i24 %a to i96
  %s = sext i24 %a to i96
  %r = add i96 %z, %s
  ret i96 %r
}
define i128 @casti24i128(i24 %a) {
  %z = zext i24 %a to i128
  %s = sext i24 %a to i128
  %r = add i128 %z, %s
  ret i128 %r
}
define i255 @casti24i255(i24 %a) {
  %z = zext i24 %a to i255
  %s = sext i24 %a to i255
  %r = add i255 %z, %s
  ret i255 %r
}
define i300 @casti24i300(i24 %a) {
  %z = zext i24 %a to i300
  %s = sext i24 %a to i300
  %r = add i300 %z, %s
  ret i300 %r
}
define i32 @int5(i32 %a, i32 %b) {
  %v0 = add nsw i32 %a, %b
  %v1 = sub nuw i32 %a, %b
  %v2 = mul i32 %a, %b
  %v3 = udiv i32 %a, %b
  %v4 = sdiv exact i32 %a, %b
  %v5 = urem i32 %a, %b
  %v6 = srem i32 %a, %b
  %v7 = shl nuw i32 %a, %b
  %v8 = lshr i32 %a, %b
  %v9 = ashr exact i32 %a, %b
  %v10 = and i32 %a, %b
  %v11 = or disjoint i32 %a, %b
  %v12 = xor i32 %a, %b
  %c0 = icmp eq i32 %v0, %v1
  %c1 = icmp ne i32 %v1, %v2
  %c2 = icmp ugt i32 %v2, %v3
  %c3 = icmp uge i32 %v3, %v4
  %c4 = icmp ult i32 %v4, %v5
  %c5 = icmp ule i32 %v5, %v6
  %c6 = icmp sgt i32 %v6, %v7
  %c7 = icmp sge i32 %v7, %v8
  %c8 = icmp slt i32 %v8, %v9
  %c9 = icmp sle i32 %v9, %v10
  %s = select i1 %c0, i32 %v11, i32 %v12
  %fz = freeze i32 %s
  ret i32 %fz
}
define i1 @casti32i1(i32 %a) {
  %z = trunc i32 %a to i1
  ret i1 %z
}
define i7 @casti32i7(i32 %a) {
  %z = trunc i32 %a to i7
  ret i7 %z
}
define i8 @casti32i8(i32 %a) {
  %z = trunc i32 %a to i8
  ret i8 %z
}
define i24 @casti32i24(i32 %a) {
  %z = trunc i32 %a to i24
  ret i24 %z
}
define i33 @casti32i33(i32 %a) {
  %z = zext i32 %a to i33
  %s = sext i32 %a to i33
  %r = add i33 %z, %s
  ret i33 %r
}
define i64 @casti32i64(i32 %a) {
  %z = zext i32 %a to i64
  %s = sext i32 %a to i64
  %r = add i64 %z, %s
  ret i64 %r
}
define i96 @casti32i96(i32 %a) {
  %z = zext i32 %a to i96
  %s = sext i32 %a to i96
  %r = add i96 %z, %s
  ret i96 %r
}
define i128 @casti32i128(i32 %a) {
  %z = zext i32 %a to i128
  %s = sext i32 %a to i128
  %r = add i128 %z, %s
  ret i128 %r
}
define i255 @casti32i255(i32 %a) {
  %z = zext i32 %a to i255
  %s = sext i32 %a to i255
  %r = add i255 %z, %s
  ret i255 %r
}
define i300 @casti32i300(i32 %a) {
  %z = zext i32 %a to i300
  %s = sext i32 %a to i300
  %r = add i300 %z, %s
  ret i300 %r
}
define i33 @int6(i33 %a, i33 %b) {
  %v0 = add nsw i33 %a, %b
  %v1 = sub nuw i33 %a, %b
  %v2 = mul i33 %a, %b
  %v3 = udiv i33 %a, %b
  %v4 = sdiv exact i33 %a, %b
  %v5 = urem i33 %a, %b
  %v6 = srem i33 %a, %b
  %v7 = shl nuw i33 %a, %b
  %v8 = lshr i33 %a, %b
  %v9 = ashr exact i33 %a, %b
  %v10 = and i33 %a, %b
  %v11 = or disjoint i33 %a, %b
  %v12 = xor i33 %a, %b
  %c0 = icmp eq i33 %v0, %v1
  %c1 = icmp ne i33 %v1, %v2
  %c2 = icmp ugt i33 %v2, %v3
  %c3 = icmp uge i33 %v3, %v4
  %c4 = icmp ult i33 %v4, %v5
  %c5 = icmp ule i33 %v5, %v6
  %c6 = icmp sgt i33 %v6, %v7
  %c7 = icmp sge i33 %v7, %v8
  %c8 = icmp slt i33 %v8, %v9
  %c9 = icmp sle i33 %v9, %v10
  %s = select i1 %c0, i33 %v11, i33 %v12
  %fz = freeze i33 %s
  ret i33 %fz
}
define i1 @casti33i1(i33 %a) {
  %z = trunc i33 %a to i1
  ret i1 %z
}
define i7 @casti33i7(i33 %a) {
  %z = trunc i33 %a to i7
  ret i7 %z
}
define i8 @casti33i8(i33 %a) {
  %z = trunc i33 %a to i8
  ret i8 %z
}
define i24 @casti33i24(i33 %a) {
  %z = trunc i33 %a to i24
  ret i24 %z
}
define i32 @casti33i32(i33 %a) {
  %z = trunc i33 %a to i32
  ret i32 %z
}
define i64 @casti33i64(i33 %a) {
  %z = zext i33 %a to i64
  %s = sext i33 %a to i64
  %r = add i64 %z, %s
  ret i64 %r
}
define i96 @casti33i96(i33 %a) {
  %z = zext i33 %a to i96
  %s = sext i33 %a to i96
  %r = add i96 %z, %s
  ret i96 %r
}
define i128 @casti33i128(i33 %a) {
  %z = zext i33 %a to i128
  %s = sext i33 %a to i128
  %r = add i128 %z, %s
  ret i128 %r
}
define i255 @casti33i255(i33 %a) {
  %z = zext i33 %a to i255
  %s = sext i33 %a to i255
  %r = add i255 %z, %s
  ret i255 %r
}
define i300 @casti33i300(i33 %a) {
  %z = zext i33 %a to i300
  %s = sext i33 %a to i300
  %r = add i300 %z, %s
  ret i300 %r
}
define i64 @int7(i64 %a, i64 %b) {
  %v0 = add nsw i64 %a, %b
  %v1 = sub nuw i64 %a, %b
  %v2 = mul i64 %a, %b
  %v3 = udiv i64 %a, %b
  %v4 = sdiv exact i64 %a, %b
  %v5 = urem i64 %a, %b
  %v6 = srem i64 %a, %b
  %v7 = shl nuw i64 %a, %b
  %v8 = lshr i64 %a, %b
  %v9 = ashr exact i64 %a, %b
  %v10 = and i64 %a, %b
  %v11 = or disjoint i64 %a, %b
  %v12 = xor i64 %a, %b
  %c0 = icmp eq i64 %v0, %v1
  %c1 = icmp ne i64 %v1, %v2
  %c2 = icmp ugt i64 %v2, %v3
  %c3 = icmp uge i64 %v3, %v4
  %c4 = icmp ult i64 %v4, %v5
  %c5 = icmp ule i64 %v5, %v6
  %c6 = icmp sgt i64 %v6, %v7
  %c7 = icmp sge i64 %v7, %v8
  %c8 = icmp slt i64 %v8, %v9
  %c9 = icmp sle i64 %v9, %v10
  %s = select i1 %c0, i64 %v11, i64 %v12
  %fz = freeze i64 %s
  ret i64 %fz
}
define i1 @casti64i1(i64 %a) {
  %z = trunc i64 %a to i1
  ret i1 %z
}
define i7 @casti64i7(i64 %a) {
  %z = trunc i64 %a to i7
  ret i7 %z
}
define i8 @casti64i8(i64 %a) {
  %z = trunc i64 %a to i8
  ret i8 %z
}
define i24 @casti64i24(i64 %a) {
  %z = trunc i64 %a to i24
  ret i24 %z
}
define i32 @casti64i32(i64 %a) {
  %z = trunc i64 %a to i32
  ret i32 %z
}
define i33 @casti64i33(i64 %a) {
  %z = trunc i64 %a to i33
  ret i33 %z
}
define i96 @casti64i96(i64 %a) {
  %z = zext i64 %a to i96
  %s = sext i64 %a to i96
  %r = add i96 %z, %s
  ret i96 %r
}
define i128 @casti64i128(i64 %a) {
  %z = zext i64 %a to i128
  %s = sext i64 %a to i128
  %r = add i128 %z, %s
  ret i128 %r
}
define i255 @casti64i255(i64 %a) {
  %z = zext i64 %a to i255
  %s = sext i64 %a to i255
  %r = add i255 %z, %s
  ret i255 %r
}
define i300 @casti64i300(i64 %a) {
  %z = zext i64 %a to i300
  %s = sext i64 %a to i300
  %r = add i300 %z, %s
  ret i300 %r
}
define i96 @int8(i96 %a, i96 %b) {
  %v0 = add nsw i96 %a, %b
  %v1 = sub nuw i96 %a, %b
  %v2 = mul i96 %a, %b
  %v3 = udiv i96 %a, %b
  %v4 = sdiv exact i96 %a, %b
  %v5 = urem i96 %a, %b
  %v6 = srem i96 %a, %b
  %v7 = shl nuw i96 %a, %b
  %v8 = lshr i96 %a, %b
  %v9 = ashr exact i96 %a, %b
  %v10 = and i96 %a, %b
  %v11 = or disjoint i96 %a, %b
  %v12 = xor i96 %a, %b
  %c0 = icmp eq i96 %v0, %v1
  %c1 = icmp ne i96 %v1, %v2
  %c2 = icmp ugt i96 %v2, %v3
  %c3 = icmp uge i96 %v3, %v4
  %c4 = icmp ult i96 %v4, %v5
  %c5 = icmp ule i96 %v5, %v6
  %c6 = icmp sgt i96 %v6, %v7
  %c7 = icmp sge i96 %v7, %v8
  %c8 = icmp slt i96 %v8, %v9
  %c9 = icmp sle i96 %v9, %v10
  %s = select i1 %c0, i96 %v11, i96 %v12
  %fz = freeze i96 %s
  ret i96 %fz
}
define i1 @casti96i1(i96 %a) {
  %z = trunc i96 %a to i1
  ret i1 %z
}
define i7 @casti96i7(i96 %a) {
  %z = trunc i96 %a to i7
  ret i7 %z
}
define i8 @casti96i8(i96 %a) {
  %z = trunc i96 %a to i8
  ret i8 %z
}
define i24 @casti96i24(i96 %a) {
  %z = trunc i96 %a to i24
  ret i24 %z
}
define i32 @casti96i32(i96 %a) {
  %z = trunc i96 %a to i32
  ret i32 %z
}
define i33 @casti96i33(i96 %a) {
  %z = trunc i96 %a to i33
  ret i33 %z
}
define i64 @casti96i64(i96 %a) {
  %z = trunc i96 %a to i64
  ret i64 %z
}
define i128 @casti96i128(i96 %a) {
  %z = zext i96 %a to i128
  %s = sext i96 %a to i128
  %r = add i128 %z, %s
  ret i128 %r
}
define i255 @casti96i255(i96 %a) {
  %z = zext i96 %a to i255
  %s = sext i96 %a to i255
  %r = add i255 %z, %s
  ret i255 %r
}
define i300 @casti96i300(i96 %a) {
  %z = zext i96 %a to i300
  %s = sext i96 %a to i300
  %r = add i300 %z, %s
  ret i300 %r
}
define i128 @int9(i128 %a, i128 %b) {
  %v0 = add nsw i128 %a, %b
  %v1 = sub nuw i128 %a, %b
  %v2 = mul i128 %a, %b
  %v3 = udiv i128 %a, %b
  %v4 = sdiv exact i128 %a, %b
  %v5 = urem i128 %a, %b
  %v6 = srem i128 %a, %b
  %v7 = shl nuw i128 %a, %b
  %v8 = lshr i128 %a, %b
  %v9 = ashr exact i128 %a, %b
  %v10 = and i128 %a, %b
  %v11 = or disjoint i128 %a, %b
  %v12 = xor i128 %a, %b
  %c0 = icmp eq i128 %v0, %v1
  %c1 = icmp ne i128 %v1, %v2
  %c2 = icmp ugt i128 %v2, %v3
  %c3 = icmp uge i128 %v3, %v4
  %c4 = icmp ult i128 %v4, %v5
  %c5 = icmp ule i128 %v5, %v6
  %c6 = icmp sgt i128 %v6, %v7
  %c7 = icmp sge i128 %v7, %v8
  %c8 = icmp slt i128 %v8, %v9
  %c9 = icmp sle i128 %v9, %v10
  %s = select i1 %c0, i128 %v11, i128 %v12
  %fz = freeze i128 %s
  ret i128 %fz
}
define i1 @casti128i1(i128 %a) {
  %z = trunc i128 %a to i1
  ret i1 %z
}
define i7 @casti128i7(i128 %a) {
  %z = trunc i128 %a to i7
  ret i7 %z
}
define i8 @casti128i8(i128 %a) {
  %z = trunc i128 %a to i8
  ret i8 %z
}
define i24 @casti128i24(i128 %a) {
  %z = trunc i128 %a to i24
  ret i24 %z
}
define i32 @casti128i32(i128 %a) {
  %z = trunc i128 %a to i32
  ret i32 %z
}
define i33 @casti128i33(i128 %a) {
  %z = trunc i128 %a to i33
  ret i33 %z
}
define i64 @casti128i64(i128 %a) {
  %z = trunc i128 %a to i64
  ret i64 %z
}
define i96 @casti128i96(i128 %a) {
  %z = trunc i128 %a to i96
  ret i96 %z
}
define i255 @casti128i255(i128 %a) {
  %z = zext i128 %a to i255
  %s = sext i128 %a to i255
  %r = add i255 %z, %s
  ret i255 %r
}
define i300 @casti128i300(i128 %a) {
  %z = zext i128 %a to i300
  %s = sext i128 %a to i300
  %r = add i300 %z, %s
  ret i300 %r
}
define i255 @int10(i255 %a, i255 %b) {
  %v0 = add nsw i255 %a, %b
  %v1 = sub nuw i255 %a, %b
  %v2 = mul i255 %a, %b
  %v3 = udiv i255 %a, %b
  %v4 = sdiv exact i255 %a, %b
  %v5 = urem i255 %a, %b
  %v6 = srem i255 %a, %b
  %v7 = shl nuw i255 %a, %b
  %v8 = lshr i255 %a, %b
  %v9 = ashr exact i255 %a, %b
  %v10 = and i255 %a, %b
  %v11 = or disjoint i255 %a, %b
  %v12 = xor i255 %a, %b
  %c0 = icmp eq i255 %v0, %v1
  %c1 = icmp ne i255 %v1, %v2
  %c2 = icmp ugt i255 %v2, %v3
  %c3 = icmp uge i255 %v3, %v4
  %c4 = icmp ult i255 %v4, %v5
  %c5 = icmp ule i255 %v5, %v6
  %c6 = icmp sgt i255 %v6, %v7
  %c7 = icmp sge i255 %v7, %v8
  %c8 = icmp slt i255 %v8, %v9
  %c9 = icmp sle i255 %v9, %v10
  %s = select i1 %c0, i255 %v11, i255 %v12
  %fz = freeze i255 %s
  ret i255 %fz
}
define i1 @casti255i1(i255 %a) {
  %z = trunc i255 %a to i1
  ret i1 %z
}
define i7 @casti255i7(i255 %a) {
  %z = trunc i255 %a to i7
  ret i7 %z
}
define i8 @casti255i8(i255 %a) {
  %z = trunc i255 %a to i8
  ret i8 %z
}
define i24 @casti255i24(i255 %a) {
  %z = trunc i255 %a to i24
  ret i24 %z
}
define i32 @casti255i32(i255 %a) {
  %z = trunc i255 %a to i32
  ret i32 %z
}
define i33 @casti255i33(i255 %a) {
  %z = trunc i255 %a to i33
  ret i33 %z
}
define i64 @casti255i64(i255 %a) {
  %z = trunc i255 %a to i64
  ret i64 %z
}
define i96 @casti255i96(i255 %a) {
  %z = trunc i255 %a to i96
  ret i96 %z
}
define i128 @casti255i128(i255 %a) {
  %z = trunc i255 %a to i128
  ret i128 %z
}
define i300 @casti255i300(i255 %a) {
  %z = zext i255 %a to i300
  %s = sext i255 %a to i300
  %r = add i300 %z, %s
  ret i300 %r
}
define i300 @int11(i300 %a, i300 %b) {
  %v0 = add nsw i300 %a, %b
  %v1 = sub nuw i300 %a, %b
  %v2 = mul i300 %a, %b
  %v3 = udiv i300 %a, %b
  %v4 = sdiv exact i300 %a, %b
  %v5 = urem i300 %a, %b
  %v6 = srem i300 %a, %b
  %v7 = shl nuw i300 %a, %b
  %v8 = lshr i300 %a, %b
  %v9 = ashr exact i300 %a, %b
  %v10 = and i300 %a, %b
  %v11 = or disjoint i300 %a, %b
  %v12 = xor i300 %a, %b
  %c0 = icmp eq i300 %v0, %v1
  %c1 = icmp ne i300 %v1, %v2
  %c2 = icmp ugt i300 %v2, %v3
  %c3 = icmp uge i300 %v3, %v4
  %c4 = icmp ult i300 %v4, %v5
  %c5 = icmp ule i300 %v5, %v6
  %c6 = icmp sgt i300 %v6, %v7
  %c7 = icmp sge i300 %v7, %v8
  %c8 = icmp slt i300 %v8, %v9
  %c9 = icmp sle i300 %v9, %v10
  %s = select i1 %c0, i300 %v11, i300 %v12
  %fz = freeze i300 %s
  ret i300 %fz
}
define i1 @casti300i1(i300 %a) {
  %z = trunc i300 %a to i1
  ret i1 %z
}
define i7 @casti300i7(i300 %a) {
  %z = trunc i300 %a to i7
  ret i7 %z
}
define i8 @casti300i8(i300 %a) {
  %z = trunc i300 %a to i8
  ret i8 %z
}
define i24 @casti300i24(i300 %a) {
  %z = trunc i300 %a to i24
  ret i24 %z
}
define i32 @casti300i32(i300 %a) {
  %z = trunc i300 %a to i32
  ret i32 %z
}
define i33 @casti300i33(i300 %a) {
  %z = trunc i300 %a to i33
  ret i33 %z
}
define i64 @casti300i64(i300 %a) {
  %z = trunc i300 %a to i64
  ret i64 %z
}
define i96 @casti300i96(i300 %a) {
  %z = trunc i300 %a to i96
  ret i96 %z
}
define i128 @casti300i128(i300 %a) {
  %z = trunc i300 %a to i128
  ret i128 %z
}
define i255 @casti300i255(i300 %a) {
  %z = trunc i300 %a to i255
  ret i255 %z
}
define half @float_half(half %a, half %b) {
  %v0 = fadd half %a, %b
  %v1 = fsub half %a, %b
  %v2 = fmul half %a, %b
  %v3 = fdiv half %a, %b
  %v4 = frem half %a, %b
  %n = fneg half %v0
  %c0 = fcmp oeq half %a, %b
  %c1 = fcmp ogt half %a, %b
  %c2 = fcmp oge half %a, %b
  %c3 = fcmp olt half %a, %b
  %c4 = fcmp ole half %a, %b
  %c5 = fcmp one half %a, %b
  %c6 = fcmp ord half %a, %b
  %c7 = fcmp ueq half %a, %b
  %c8 = fcmp ugt half %a, %b
  %c9 = fcmp uge half %a, %b
  %c10 = fcmp ult half %a, %b
  %c11 = fcmp ule half %a, %b
  %c12 = fcmp une half %a, %b
  %c13 = fcmp uno half %a, %b
  %c14 = fcmp true half %a, %b
  %c15 = fcmp false half %a, %b
  %s = select i1 %c5, half %n, half %v4
  ret half %s
}
define half @conv_half_i1(half %a, i1 %i) {
  %x = fptosi half %a to i1
  %y = fptoui half %a to i1
  %z = xor i1 %x, %y
  %w = xor i1 %z, %i
  %p = sitofp i1 %w to half
  %q = uitofp i1 %w to half
  %r = fadd half %p, %q
  ret half %r
}
define half @conv_half_i8(half %a, i8 %i) {
  %x = fptosi half %a to i8
  %y = fptoui half %a to i8
  %z = xor i8 %x, %y
  %w = xor i8 %z, %i
  %p = sitofp i8 %w to half
  %q = uitofp i8 %w to half
  %r = fadd half %p, %q
  ret half %r
}
define half @conv_half_i32(half %a, i32 %i) {
  %x = fptosi half %a to i32
  %y = fptoui half %a to i32
  %z = xor i32 %x, %y
  %w = xor i32 %z, %i
  %p = sitofp i32 %w to half
  %q = uitofp i32 %w to half
  %r = fadd half %p, %q
  ret half %r
}
define half @conv_half_i64(half %a, i64 %i) {
  %x = fptosi half %a to i64
  %y = fptoui half %a to i64
  %z = xor i64 %x, %y
  %w = xor i64 %z, %i
  %p = sitofp i64 %w to half
  %q = uitofp i64 %w to half
  %r = fadd half %p, %q
  ret half %r
}
define half @conv_half_i100(half %a, i100 %i) {
  %x = fptosi half %a to i100
  %y = fptoui half %a to i100
  %z = xor i100 %x, %y
  %w = xor i100 %z, %i
  %p = sitofp i100 %w to half
  %q = uitofp i100 %w to half
  %r = fadd half %p, %q
  ret half %r
}
define half @conv_half_i128(half %a, i128 %i) {
  %x = fptosi half %a to i128
  %y = fptoui half %a to i128
  %z = xor i128 %x, %y
  %w = xor i128 %z, %i
  %p = sitofp i128 %w to half
  %q = uitofp i128 %w to half
  %r = fadd half %p, %q
  ret half %r
}
define float @ext_half_float(half %a) {
  %r = fpext half %a to float
  ret float %r
}
define double @ext_half_double(half %a) {
  %r = fpext half %a to double
  ret double %r
}
define fp128 @ext_half_fp128(half %a) {
  %r = fpext half %a to fp128
  ret fp128 %r
}
define float @float_float(float %a, float %b) {
  %v0 = fadd float %a, %b
  %v1 = fsub float %a, %b
  %v2 = fmul float %a, %b
  %v3 = fdiv float %a, %b
  %v4 = frem float %a, %b
  %n = fneg float %v0
  %c0 = fcmp oeq float %a, %b
  %c1 = fcmp ogt float %a, %b
  %c2 = fcmp oge float %a, %b
  %c3 = fcmp olt float %a, %b
  %c4 = fcmp ole float %a, %b
  %c5 = fcmp one float %a, %b
  %c6 = fcmp ord float %a, %b
  %c7 = fcmp ueq float %a, %b
  %c8 = fcmp ugt float %a, %b
  %c9 = fcmp uge float %a, %b
  %c10 = fcmp ult float %a, %b
  %c11 = fcmp ule float %a, %b
  %c12 = fcmp une float %a, %b
  %c13 = fcmp uno float %a, %b
  %c14 = fcmp true float %a, %b
  %c15 = fcmp false float %a, %b
  %s = select i1 %c5, float %n, float %v4
  ret float %s
}
define float @conv_float_i1(float %a, i1 %i) {
  %x = fptosi float %a to i1
  %y = fptoui float %a to i1
  %z = xor i1 %x, %y
  %w = xor i1 %z, %i
  %p = sitofp i1 %w to float
  %q = uitofp i1 %w to float
  %r = fadd float %p, %q
  ret float %r
}
define float @conv_float_i8(float %a, i8 %i) {
  %x = fptosi float %a to i8
  %y = fptoui float %a to i8
  %z = xor i8 %x, %y
  %w = xor i8 %z, %i
  %p = sitofp i8 %w to float
  %q = uitofp i8 %w to float
  %r = fadd float %p, %q
  ret float %r
}
define float @conv_float_i32(float %a, i32 %i) {
  %x = fptosi float %a to i32
  %y = fptoui float %a to i32
  %z = xor i32 %x, %y
  %w = xor i32 %z, %i
  %p = sitofp i32 %w to float
  %q = uitofp i32 %w to float
  %r = fadd float %p, %q
  ret float %r
}
define float @conv_float_i64(float %a, i64 %i) {
  %x = fptosi float %a to i64
  %y = fptoui float %a to i64
  %z = xor i64 %x, %y
  %w = xor i64 %z, %i
  %p = sitofp i64 %w to float
  %q = uitofp i64 %w to float
  %r = fadd float %p, %q
  ret float %r
}
define float @conv_float_i100(float %a, i100 %i) {
  %x = fptosi float %a to i100
  %y = fptoui float %a to i100
  %z = xor i100 %x, %y
  %w = xor i100 %z, %i
  %p = sitofp i100 %w to float
  %q = uitofp i100 %w to float
  %r = fadd float %p, %q
  ret float %r
}
define float @conv_float_i128(float %a, i128 %i) {
  %x = fptosi float %a to i128
  %y = fptoui float %a to i128
  %z = xor i128 %x, %y
  %w = xor i128 %z, %i
  %p = sitofp i128 %w to float
  %q = uitofp i128 %w to float
  %r = fadd float %p, %q
  ret float %r
}
define half @ext_float_half(float %a) {
  %r = fptrunc float %a to half
  ret half %r
}
define double @ext_float_double(float %a) {
  %r = fpext float %a to double
  ret double %r
}
define fp128 @ext_float_fp128(float %a) {
  %r = fpext float %a to fp128
  ret fp128 %r
}
define bfloat @ext_float_bfloat(float %a) {
  %r = fptrunc float %a to bfloat
  ret bfloat %r
}
define double @float_double(double %a, double %b) {
  %v0 = fadd double %a, %b
  %v1 = fsub double %a, %b
  %v2 = fmul double %a, %b
  %v3 = fdiv double %a, %b
  %v4 = frem double %a, %b
  %n = fneg double %v0
  %c0 = fcmp oeq double %a, %b
  %c1 = fcmp ogt double %a, %b
  %c2 = fcmp oge double %a, %b
  %c3 = fcmp olt double %a, %b
  %c4 = fcmp ole double %a, %b
  %c5 = fcmp one double %a, %b
  %c6 = fcmp ord double %a, %b
  %c7 = fcmp ueq double %a, %b
  %c8 = fcmp ugt double %a, %b
  %c9 = fcmp uge double %a, %b
  %c10 = fcmp ult double %a, %b
  %c11 = fcmp ule double %a, %b
  %c12 = fcmp une double %a, %b
  %c13 = fcmp uno double %a, %b
  %c14 = fcmp true double %a, %b
  %c15 = fcmp false double %a, %b
  %s = select i1 %c5, double %n, double %v4
  ret double %s
}
define double @conv_double_i1(double %a, i1 %i) {
  %x = fptosi double %a to i1
  %y = fptoui double %a to i1
  %z = xor i1 %x, %y
  %w = xor i1 %z, %i
  %p = sitofp i1 %w to double
  %q = uitofp i1 %w to double
  %r = fadd double %p, %q
  ret double %r
}
define double @conv_double_i8(double %a, i8 %i) {
  %x = fptosi double %a to i8
  %y = fptoui double %a to i8
  %z = xor i8 %x, %y
  %w = xor i8 %z, %i
  %p = sitofp i8 %w to double
  %q = uitofp i8 %w to double
  %r = fadd double %p, %q
  ret double %r
}
define double @conv_double_i32(double %a, i32 %i) {
  %x = fptosi double %a to i32
  %y = fptoui double %a to i32
  %z = xor i32 %x, %y
  %w = xor i32 %z, %i
  %p = sitofp i32 %w to double
  %q = uitofp i32 %w to double
  %r = fadd double %p, %q
  ret double %r
}
define double @conv_double_i64(double %a, i64 %i) {
  %x = fptosi double %a to i64
  %y = fptoui double %a to i64
  %z = xor i64 %x, %y
  %w = xor i64 %z, %i
  %p = sitofp i64 %w to double
  %q = uitofp i64 %w to double
  %r = fadd double %p, %q
  ret double %r
}
define double @conv_double_i100(double %a, i100 %i) {
  %x = fptosi double %a to i100
  %y = fptoui double %a to i100
  %z = xor i100 %x, %y
  %w = xor i100 %z, %i
  %p = sitofp i100 %w to double
  %q = uitofp i100 %w to double
  %r = fadd double %p, %q
  ret double %r
}
define double @conv_double_i128(double %a, i128 %i) {
  %x = fptosi double %a to i128
  %y = fptoui double %a to i128
  %z = xor i128 %x, %y
  %w = xor i128 %z, %i
  %p = sitofp i128 %w to double
  %q = uitofp i128 %w to double
  %r = fadd double %p, %q
  ret double %r
}
define half @ext_double_half(double %a) {
  %r = fptrunc double %a to half
  ret half %r
}
define float @ext_double_float(double %a) {
  %r = fptrunc double %a to float
  ret float %r
}
define fp128 @ext_double_fp128(double %a) {
  %r = fpext double %a to fp128
  ret fp128 %r
}
define bfloat @ext_double_bfloat(double %a) {
  %r = fptrunc double %a to bfloat
  ret bfloat %r
}
define fp128 @float_fp128(fp128 %a, fp128 %b) {
  %v0 = fadd fp128 %a, %b
  %v1 = fsub fp128 %a, %b
  %v2 = fmul fp128 %a, %b
  %v3 = fdiv fp128 %a, %b
  %v4 = frem fp128 %a, %b
  %n = fneg fp128 %v0
  %c0 = fcmp oeq fp128 %a, %b
  %c1 = fcmp ogt fp128 %a, %b
  %c2 = fcmp oge fp128 %a, %b
  %c3 = fcmp olt fp128 %a, %b
  %c4 = fcmp ole fp128 %a, %b
  %c5 = fcmp one fp128 %a, %b
  %c6 = fcmp ord fp128 %a, %b
  %c7 = fcmp ueq fp128 %a, %b
  %c8 = fcmp ugt fp128 %a, %b
  %c9 = fcmp uge fp128 %a, %b
  %c10 = fcmp ult fp128 %a, %b
  %c11 = fcmp ule fp128 %a, %b
  %c12 = fcmp une fp128 %a, %b
  %c13 = fcmp uno fp128 %a, %b
  %c14 = fcmp true fp128 %a, %b
  %c15 = fcmp false fp128 %a, %b
  %s = select i1 %c5, fp128 %n, fp128 %v4
  ret fp128 %s
}
define fp128 @conv_fp128_i1(fp128 %a, i1 %i) {
  %x = fptosi fp128 %a to i1
  %y = fptoui fp128 %a to i1
  %z = xor i1 %x, %y
  %w = xor i1 %z, %i
  %p = sitofp i1 %w to fp128
  %q = uitofp i1 %w to fp128
  %r = fadd fp128 %p, %q
  ret fp128 %r
}
define fp128 @conv_fp128_i8(fp128 %a, i8 %i) {
  %x = fptosi fp128 %a to i8
  %y = fptoui fp128 %a to i8
  %z = xor i8 %x, %y
  %w = xor i8 %z, %i
  %p = sitofp i8 %w to fp128
  %q = uitofp i8 %w to fp128
  %r = fadd fp128 %p, %q
  ret fp128 %r
}
define fp128 @conv_fp128_i32(fp128 %a, i32 %i) {
  %x = fptosi fp128 %a to i32
  %y = fptoui fp128 %a to i32
  %z = xor i32 %x, %y
  %w = xor i32 %z, %i
  %p = sitofp i32 %w to fp128
  %q = uitofp i32 %w to fp128
  %r = fadd fp128 %p, %q
  ret fp128 %r
}
define fp128 @conv_fp128_i64(fp128 %a, i64 %i) {
  %x = fptosi fp128 %a to i64
  %y = fptoui fp128 %a to i64
  %z = xor i64 %x, %y
  %w = xor i64 %z, %i
  %p = sitofp i64 %w to fp128
  %q = uitofp i64 %w to fp128
  %r = fadd fp128 %p, %q
  ret fp128 %r
}
define fp128 @conv_fp128_i100(fp128 %a, i100 %i) {
  %x = fptosi fp128 %a to i100
  %y = fptoui fp128 %a to i100
  %z = xor i100 %x, %y
  %w = xor i100 %z, %i
  %p = sitofp i100 %w to fp128
  %q = uitofp i100 %w to fp128
  %r = fadd fp128 %p, %q
  ret fp128 %r
}
define fp128 @conv_fp128_i128(fp128 %a, i128 %i) {
  %x = fptosi fp128 %a to i128
  %y = fptoui fp128 %a to i128
  %z = xor i128 %x, %y
  %w = xor i128 %z, %i
  %p = sitofp i128 %w to fp128
  %q = uitofp i128 %w to fp128
  %r = fadd fp128 %p, %q
  ret fp128 %r
}
define half @ext_fp128_half(fp128 %a) {
  %r = fptrunc fp128 %a to half
  ret half %r
}
define float @ext_fp128_float(fp128 %a) {
  %r = fptrunc fp128 %a to float
  ret float %r
}
define double @ext_fp128_double(fp128 %a) {
  %r = fptrunc fp128 %a to double
  ret double %r
}
define bfloat @ext_fp128_bfloat(fp128 %a) {
  %r = fptrunc fp128 %a to bfloat
  ret bfloat %r
}
define bfloat @float_bfloat(bfloat %a, bfloat %b) {
  %v0 = fadd bfloat %a, %b
  %v1 = fsub bfloat %a, %b
  %v2 = fmul bfloat %a, %b
  %v3 = fdiv bfloat %a, %b
  %v4 = frem bfloat %a, %b
  %n = fneg bfloat %v0
  %c0 = fcmp oeq bfloat %a, %b
  %c1 = fcmp ogt bfloat %a, %b
  %c2 = fcmp oge bfloat %a, %b
  %c3 = fcmp olt bfloat %a, %b
  %c4 = fcmp ole bfloat %a, %b
  %c5 = fcmp one bfloat %a, %b
  %c6 = fcmp ord bfloat %a, %b
  %c7 = fcmp ueq bfloat %a, %b
  %c8 = fcmp ugt bfloat %a, %b
  %c9 = fcmp uge bfloat %a, %b
  %c10 = fcmp ult bfloat %a, %b
  %c11 = fcmp ule bfloat %a, %b
  %c12 = fcmp une bfloat %a, %b
  %c13 = fcmp uno bfloat %a, %b
  %c14 = fcmp true bfloat %a, %b
  %c15 = fcmp false bfloat %a, %b
  %s = select i1 %c5, bfloat %n, bfloat %v4
  ret bfloat %s
}
define bfloat @conv_bfloat_i1(bfloat %a, i1 %i) {
  %x = fptosi bfloat %a to i1
  %y = fptoui bfloat %a to i1
  %z = xor i1 %x, %y
  %w = xor i1 %z, %i
  %p = sitofp i1 %w to bfloat
  %q = uitofp i1 %w to bfloat
  %r = fadd bfloat %p, %q
  ret bfloat %r
}
define bfloat @conv_bfloat_i8(bfloat %a, i8 %i) {
  %x = fptosi bfloat %a to i8
  %y = fptoui bfloat %a to i8
  %z = xor i8 %x, %y
  %w = xor i8 %z, %i
  %p = sitofp i8 %w to bfloat
  %q = uitofp i8 %w to bfloat
  %r = fadd bfloat %p, %q
  ret bfloat %r
}
define bfloat @conv_bfloat_i32(bfloat %a, i32 %i) {
  %x = fptosi bfloat %a to i32
  %y = fptoui bfloat %a to i32
  %z = xor i32 %x, %y
  %w = xor i32 %z, %i
  %p = sitofp i32 %w to bfloat
  %q = uitofp i32 %w to bfloat
  %r = fadd bfloat %p, %q
  ret bfloat %r
}
define bfloat @conv_bfloat_i64(bfloat %a, i64 %i) {
  %x = fptosi bfloat %a to i64
  %y = fptoui bfloat %a to i64
  %z = xor i64 %x, %y
  %w = xor i64 %z, %i
  %p = sitofp i64 %w to bfloat
  %q = uitofp i64 %w to bfloat
  %r = fadd bfloat %p, %q
  ret bfloat %r
}
define bfloat @conv_bfloat_i100(bfloat %a, i100 %i) {
  %x = fptosi bfloat %a to i100
  %y = fptoui bfloat %a to i100
  %z = xor i100 %x, %y
  %w = xor i100 %z, %i
  %p = sitofp i100 %w to bfloat
  %q = uitofp i100 %w to bfloat
  %r = fadd bfloat %p, %q
  ret bfloat %r
}
define bfloat @conv_bfloat_i128(bfloat %a, i128 %i) {
  %x = fptosi bfloat %a to i128
  %y = fptoui bfloat %a to i128
  %z = xor i128 %x, %y
  %w = xor i128 %z, %i
  %p = sitofp i128 %w to bfloat
  %q = uitofp i128 %w to bfloat
  %r = fadd bfloat %p, %q
  ret bfloat %r
}
define float @ext_bfloat_float(bfloat %a) {
  %r = fpext bfloat %a to float
  ret float %r
}
define double @ext_bfloat_double(bfloat %a) {
  %r = fpext bfloat %a to double
  ret double %r
}
define fp128 @ext_bfloat_fp128(bfloat %a) {
  %r = fpext bfloat %a to fp128
  ret fp128 %r
}
define %pair @agg(ptr %p, %pair %x, i37 %v) {
  %a = load %pair, ptr %p
  %b = insertvalue %pair %a, i37 %v, 1, 2
  %c = extractvalue %pair %x, 3
  %d = insertvalue %pair %b, { i128, ptr } %c, 3
  store %pair %d, ptr %p, align 1
  ret %pair %d
}
define %pair @callagg(ptr %p, %pair %x) {
  %r = call %pair @agg(ptr %p, %pair %x, i37 5)
  ret %pair %r
}
define <3 x i13> @vec(<3 x i13> %a, <3 x i13> %b, i32 %i, ptr %p) {
  %s = add <3 x i13> %a, %b
  %c = icmp slt <3 x i13> %s, %b
  %t = select <3 x i1> %c, <3 x i13> %s, <3 x i13> %a
  %e = extractelement <3 x i13> %t, i32 %i
  %u = insertelement <3 x i13> %t, i13 %e, i32 %i
  %w = shufflevector <3 x i13> %u, <3 x i13> poison, <3 x i32> <i32 2, i32 poison, i32 0>
  store <3 x i13> %w, ptr %p
  %l = load <3 x i13>, ptr %p
  ret <3 x i13> %l
}
define i8 @bools(<8 x i1> %m) {
  %r = bitcast <8 x i1> %m to i8
  ret i8 %r
}
define ptr @geps(ptr %p, i64 %i, i8 %j, i128 %k) {
  %a = getelementptr inbounds %pair, ptr %p, i64 %i, i32 1, i8 %j
  %b = getelementptr [7 x i16], ptr %a, i128 %k, i64 3
  ret ptr %b
}
define <2 x ptr> @vgeps(<2 x ptr> %p, i64 %i) {
  %a = getelementptr i32, <2 x ptr> %p, i64 %i
  ret <2 x ptr> %a
}
define i64 @addresses() {
  %a = load i32, ptr getelementptr inbounds ([3 x i32], ptr @table, i64 0, i64 2)
  %b = ptrtoint ptr getelementptr (i8, ptr @text, i64 1) to i64
  %c = zext i32 %a to i64
  %d = add i64 %b, %c
  ret i64 %d
}
define i32 @sw(i128 %x) {
  switch i128 %x, label %d [ i128 1, label %a i128 18446744073709551617, label %b i128 -1, label %a ]
a:
  ret i32 1
b:
  ret i32 2
d:
  %r = phi i32 [ 3, %0 ]
  ret i32 %r
}
define i32 @swb(i1 %x, i7 %y) {
  switch i1 %x, label %d [ i1 true, label %a ]
a:
  switch i7 %y, label %d [ i7 -1, label %b i7 3, label %b ]
b:
  ret i32 2
d:
  ret i32 0
}
define void @byval(ptr byval({ i64, [9 x i32] }) align 8 %p, ptr sret({ i64, i64, i64 }) align 8 %q) {
  call void @byval(ptr byval({ i64, [9 x i32] }) align 8 %p, ptr sret({ i64, i64, i64 }) align 8 %q)
  ret void
}
define i64 @var(i32 %n, ...) {
  %l = alloca ptr
  %m = alloca ptr
  call void @llvm.va_start.p0(ptr %l)
  call void @llvm.va_copy.p0(ptr %m, ptr %l)
  %a = va_arg ptr %l, i32
  %b = va_arg ptr %l, double
  %c = va_arg ptr %l, i64
  call void @llvm.va_end.p0(ptr %l)
  %r = call i64 (i32, ...) @var(i32 3, i128 5, double 1.0, i64 %c)
  ret i64 %r
}
declare void @llvm.va_start.p0(ptr)
declare void @llvm.va_copy.p0(ptr, ptr)
declare void @llvm.va_end.p0(ptr)
define i64 @asm(i64 %a) {
  %r = call { i32, i32 } asm sideeffect "add $0, $2, $2\0Amv $1, $0", "=r,=&r,r,~{memory}"(i32 3)
  %x = extractvalue { i32, i32 } %r, 0
  %y = zext i32 %x to i64
  ret i64 %y
}
define ptr @labels(ptr %p) {
  indirectbr ptr %p, [label %a, label %b]
a:
  ret ptr blockaddress(@labels, %b)
b:
  ret ptr %p
}
define i8 @atomici8(ptr %p, i8 %v, i8 %e) {
  %l = load atomic i8, ptr %p seq_cst, align 1
  store atomic i8 %v, ptr %p release, align 1
  %xchg = atomicrmw xchg ptr %p, i8 %v acq_rel, align 1
  %add = atomicrmw add ptr %p, i8 %v acq_rel, align 1
  %sub = atomicrmw sub ptr %p, i8 %v acq_rel, align 1
  %and = atomicrmw and ptr %p, i8 %v acq_rel, align 1
  %nand = atomicrmw nand ptr %p, i8 %v acq_rel, align 1
  %or = atomicrmw or ptr %p, i8 %v acq_rel, align 1
  %xor = atomicrmw xor ptr %p, i8 %v acq_rel, align 1
  %max = atomicrmw max ptr %p, i8 %v acq_rel, align 1
  %min = atomicrmw min ptr %p, i8 %v acq_rel, align 1
  %umax = atomicrmw umax ptr %p, i8 %v acq_rel, align 1
  %umin = atomicrmw umin ptr %p, i8 %v acq_rel, align 1
  %uinc_wrap = atomicrmw uinc_wrap ptr %p, i8 %v acq_rel, align 1
  %udec_wrap = atomicrmw udec_wrap ptr %p, i8 %v acq_rel, align 1
  %usub_cond = atomicrmw usub_cond ptr %p, i8 %v acq_rel, align 1
  %usub_sat = atomicrmw usub_sat ptr %p, i8 %v acq_rel, align 1
  %c = cmpxchg weak ptr %p, i8 %e, i8 %v seq_cst monotonic, align 1
  %r = extractvalue { i8, i1 } %c, 0
  ret i8 %r
}
define i16 @atomici16(ptr %p, i16 %v, i16 %e) {
  %l = load atomic i16, ptr %p seq_cst, align 2
  store atomic i16 %v, ptr %p release, align 2
  %xchg = atomicrmw xchg ptr %p, i16 %v acq_rel, align 2
  %add = atomicrmw add ptr %p, i16 %v acq_rel, align 2
  %sub = atomicrmw sub ptr %p, i16 %v acq_rel, align 2
  %and = atomicrmw and ptr %p, i16 %v acq_rel, align 2
  %nand = atomicrmw nand ptr %p, i16 %v acq_rel, align 2
  %or = atomicrmw or ptr %p, i16 %v acq_rel, align 2
  %xor = atomicrmw xor ptr %p, i16 %v acq_rel, align 2
  %max = atomicrmw max ptr %p, i16 %v acq_rel, align 2
  %min = atomicrmw min ptr %p, i16 %v acq_rel, align 2
  %umax = atomicrmw umax ptr %p, i16 %v acq_rel, align 2
  %umin = atomicrmw umin ptr %p, i16 %v acq_rel, align 2
  %uinc_wrap = atomicrmw uinc_wrap ptr %p, i16 %v acq_rel, align 2
  %udec_wrap = atomicrmw udec_wrap ptr %p, i16 %v acq_rel, align 2
  %usub_cond = atomicrmw usub_cond ptr %p, i16 %v acq_rel, align 2
  %usub_sat = atomicrmw usub_sat ptr %p, i16 %v acq_rel, align 2
  %c = cmpxchg weak ptr %p, i16 %e, i16 %v seq_cst monotonic, align 2
  %r = extractvalue { i16, i1 } %c, 0
  ret i16 %r
}
define i32 @atomici32(ptr %p, i32 %v, i32 %e) {
  %l = load atomic i32, ptr %p seq_cst, align 4
  store atomic i32 %v, ptr %p release, align 4
  %xchg = atomicrmw xchg ptr %p, i32 %v acq_rel, align 4
  %add = atomicrmw add ptr %p, i32 %v acq_rel, align 4
  %sub = atomicrmw sub ptr %p, i32 %v acq_rel, align 4
  %and = atomicrmw and ptr %p, i32 %v acq_rel, align 4
  %nand = atomicrmw nand ptr %p, i32 %v acq_rel, align 4
  %or = atomicrmw or ptr %p, i32 %v acq_rel, align 4
  %xor = atomicrmw xor ptr %p, i32 %v acq_rel, align 4
  %max = atomicrmw max ptr %p, i32 %v acq_rel, align 4
  %min = atomicrmw min ptr %p, i32 %v acq_rel, align 4
  %umax = atomicrmw umax ptr %p, i32 %v acq_rel, align 4
  %umin = atomicrmw umin ptr %p, i32 %v acq_rel, align 4
  %uinc_wrap = atomicrmw uinc_wrap ptr %p, i32 %v acq_rel, align 4
  %udec_wrap = atomicrmw udec_wrap ptr %p, i32 %v acq_rel, align 4
  %usub_cond = atomicrmw usub_cond ptr %p, i32 %v acq_rel, align 4
  %usub_sat = atomicrmw usub_sat ptr %p, i32 %v acq_rel, align 4
  %c = cmpxchg weak ptr %p, i32 %e, i32 %v seq_cst monotonic, align 4
  %r = extractvalue { i32, i1 } %c, 0
  ret i32 %r
}
define i64 @atomici64(ptr %p, i64 %v, i64 %e) {
  %l = load atomic i64, ptr %p seq_cst, align 8
  store atomic i64 %v, ptr %p release, align 8
  %xchg = atomicrmw xchg ptr %p, i64 %v acq_rel, align 8
  %add = atomicrmw add ptr %p, i64 %v acq_rel, align 8
  %sub = atomicrmw sub ptr %p, i64 %v acq_rel, align 8
  %and = atomicrmw and ptr %p, i64 %v acq_rel, align 8
  %nand = atomicrmw nand ptr %p, i64 %v acq_rel, align 8
  %or = atomicrmw or ptr %p, i64 %v acq_rel, align 8
  %xor = atomicrmw xor ptr %p, i64 %v acq_rel, align 8
  %max = atomicrmw max ptr %p, i64 %v acq_rel, align 8
  %min = atomicrmw min ptr %p, i64 %v acq_rel, align 8
  %umax = atomicrmw umax ptr %p, i64 %v acq_rel, align 8
  %umin = atomicrmw umin ptr %p, i64 %v acq_rel, align 8
  %uinc_wrap = atomicrmw uinc_wrap ptr %p, i64 %v acq_rel, align 8
  %udec_wrap = atomicrmw udec_wrap ptr %p, i64 %v acq_rel, align 8
  %usub_cond = atomicrmw usub_cond ptr %p, i64 %v acq_rel, align 8
  %usub_sat = atomicrmw usub_sat ptr %p, i64 %v acq_rel, align 8
  %c = cmpxchg weak ptr %p, i64 %e, i64 %v seq_cst monotonic, align 8
  %r = extractvalue { i64, i1 } %c, 0
  ret i64 %r
}
define i128 @atomici128(ptr %p, i128 %v, i128 %e) {
  %l = load atomic i128, ptr %p seq_cst, align 16
  store atomic i128 %v, ptr %p release, align 16
  %xchg = atomicrmw xchg ptr %p, i128 %v acq_rel, align 16
  %add = atomicrmw add ptr %p, i128 %v acq_rel, align 16
  %sub = atomicrmw sub ptr %p, i128 %v acq_rel, align 16
  %and = atomicrmw and ptr %p, i128 %v acq_rel, align 16
  %nand = atomicrmw nand ptr %p, i128 %v acq_rel, align 16
  %or = atomicrmw or ptr %p, i128 %v acq_rel, align 16
  %xor = atomicrmw xor ptr %p, i128 %v acq_rel, align 16
  %max = atomicrmw max ptr %p, i128 %v acq_rel, align 16
  %min = atomicrmw min ptr %p, i128 %v acq_rel, align 16
  %umax = atomicrmw umax ptr %p, i128 %v acq_rel, align 16
  %umin = atomicrmw umin ptr %p, i128 %v acq_rel, align 16
  %uinc_wrap = atomicrmw uinc_wrap ptr %p, i128 %v acq_rel, align 16
  %udec_wrap = atomicrmw udec_wrap ptr %p, i128 %v acq_rel, align 16
  %usub_cond = atomicrmw usub_cond ptr %p, i128 %v acq_rel, align 16
  %usub_sat = atomicrmw usub_sat ptr %p, i128 %v acq_rel, align 16
  %c = cmpxchg weak ptr %p, i128 %e, i128 %v seq_cst monotonic, align 16
  %r = extractvalue { i128, i1 } %c, 0
  ret i128 %r
}
define float @atomicf(ptr %p, float %v, ptr %q) {
  %a = atomicrmw fadd ptr %p, float %v seq_cst, align 4
  %b = atomicrmw fmax ptr %p, float %v seq_cst, align 4
  %x = atomicrmw xchg ptr %p, ptr %q seq_cst, align 8
  %c = cmpxchg ptr %p, ptr %q, ptr %x seq_cst seq_cst, align 8
  ret float %a
}

define <4 x i8> @three_way(<4 x i200> %a, <4 x i200> %b) {
  %r = call <4 x i8> @llvm.ucmp.v4i8.v4i200(<4 x i200> %a, <4 x i200> %b)
  ret <4 x i8> %r
}
declare <4 x i8> @llvm.ucmp.v4i8.v4i200(<4 x i200>, <4 x i200>)
