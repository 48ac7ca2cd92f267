// run: rv32
// Division and remainder by constants, signed and unsigned, against the same division by a hidden variable.
#include <stdint.h>
#include <stdio.h>

static int bad;
static volatile int64_t hide;
static uint64_t sum;

__attribute__((noinline)) static void by_1(int64_t x) {
    hide = 1;
    int32_t s = (int32_t)x, sd = (int32_t)hide;
    uint32_t u = (uint32_t)x, ud = (uint32_t)hide;
    uint64_t l = (uint64_t)x, ld = (uint64_t)hide;
    int64_t d = hide;
    bad += s / 1 != s / sd || s % 1 != s % sd || u / 1u != u / ud || u % 1u != u % ud;
    bad += x / 1 != x / d || x % 1 != x % d || l / 1u != l / ld || l % 1u != l % ld;
    if (sd != 1 || s != INT32_MIN) bad += s / -1 != s / -sd || s % -1 != s % -sd;
    if (d != 1 || x != INT64_MIN) bad += x / -1 != x / -d;
    bad += (s % 1 == 0) != (s % sd == 0) || (u % 1u == 1) != (u % ud == 1);
    bad += (int8_t)x / 1 != (int8_t)x / sd || (uint8_t)x / 1 != (uint8_t)x / sd || (uint16_t)x % 1 != (uint16_t)x % sd;
    sum = sum * 31 + (uint64_t)(s / 1) + u % 1u + (uint64_t)(x / 1);
}
__attribute__((noinline)) static void by_2(int64_t x) {
    hide = 2;
    int32_t s = (int32_t)x, sd = (int32_t)hide;
    uint32_t u = (uint32_t)x, ud = (uint32_t)hide;
    uint64_t l = (uint64_t)x, ld = (uint64_t)hide;
    int64_t d = hide;
    bad += s / 2 != s / sd || s % 2 != s % sd || u / 2u != u / ud || u % 2u != u % ud;
    bad += x / 2 != x / d || x % 2 != x % d || l / 2u != l / ld || l % 2u != l % ld;
    if (sd != 1 || s != INT32_MIN) bad += s / -2 != s / -sd || s % -2 != s % -sd;
    if (d != 1 || x != INT64_MIN) bad += x / -2 != x / -d;
    bad += (s % 2 == 0) != (s % sd == 0) || (u % 2u == 1) != (u % ud == 1);
    bad += (int8_t)x / 2 != (int8_t)x / sd || (uint8_t)x / 2 != (uint8_t)x / sd || (uint16_t)x % 2 != (uint16_t)x % sd;
    sum = sum * 31 + (uint64_t)(s / 2) + u % 2u + (uint64_t)(x / 2);
}
__attribute__((noinline)) static void by_3(int64_t x) {
    hide = 3;
    int32_t s = (int32_t)x, sd = (int32_t)hide;
    uint32_t u = (uint32_t)x, ud = (uint32_t)hide;
    uint64_t l = (uint64_t)x, ld = (uint64_t)hide;
    int64_t d = hide;
    bad += s / 3 != s / sd || s % 3 != s % sd || u / 3u != u / ud || u % 3u != u % ud;
    bad += x / 3 != x / d || x % 3 != x % d || l / 3u != l / ld || l % 3u != l % ld;
    if (sd != 1 || s != INT32_MIN) bad += s / -3 != s / -sd || s % -3 != s % -sd;
    if (d != 1 || x != INT64_MIN) bad += x / -3 != x / -d;
    bad += (s % 3 == 0) != (s % sd == 0) || (u % 3u == 1) != (u % ud == 1);
    bad += (int8_t)x / 3 != (int8_t)x / sd || (uint8_t)x / 3 != (uint8_t)x / sd || (uint16_t)x % 3 != (uint16_t)x % sd;
    sum = sum * 31 + (uint64_t)(s / 3) + u % 3u + (uint64_t)(x / 3);
}
__attribute__((noinline)) static void by_4(int64_t x) {
    hide = 4;
    int32_t s = (int32_t)x, sd = (int32_t)hide;
    uint32_t u = (uint32_t)x, ud = (uint32_t)hide;
    uint64_t l = (uint64_t)x, ld = (uint64_t)hide;
    int64_t d = hide;
    bad += s / 4 != s / sd || s % 4 != s % sd || u / 4u != u / ud || u % 4u != u % ud;
    bad += x / 4 != x / d || x % 4 != x % d || l / 4u != l / ld || l % 4u != l % ld;
    if (sd != 1 || s != INT32_MIN) bad += s / -4 != s / -sd || s % -4 != s % -sd;
    if (d != 1 || x != INT64_MIN) bad += x / -4 != x / -d;
    bad += (s % 4 == 0) != (s % sd == 0) || (u % 4u == 1) != (u % ud == 1);
    bad += (int8_t)x / 4 != (int8_t)x / sd || (uint8_t)x / 4 != (uint8_t)x / sd || (uint16_t)x % 4 != (uint16_t)x % sd;
    sum = sum * 31 + (uint64_t)(s / 4) + u % 4u + (uint64_t)(x / 4);
}
__attribute__((noinline)) static void by_5(int64_t x) {
    hide = 5;
    int32_t s = (int32_t)x, sd = (int32_t)hide;
    uint32_t u = (uint32_t)x, ud = (uint32_t)hide;
    uint64_t l = (uint64_t)x, ld = (uint64_t)hide;
    int64_t d = hide;
    bad += s / 5 != s / sd || s % 5 != s % sd || u / 5u != u / ud || u % 5u != u % ud;
    bad += x / 5 != x / d || x % 5 != x % d || l / 5u != l / ld || l % 5u != l % ld;
    if (sd != 1 || s != INT32_MIN) bad += s / -5 != s / -sd || s % -5 != s % -sd;
    if (d != 1 || x != INT64_MIN) bad += x / -5 != x / -d;
    bad += (s % 5 == 0) != (s % sd == 0) || (u % 5u == 1) != (u % ud == 1);
    bad += (int8_t)x / 5 != (int8_t)x / sd || (uint8_t)x / 5 != (uint8_t)x / sd || (uint16_t)x % 5 != (uint16_t)x % sd;
    sum = sum * 31 + (uint64_t)(s / 5) + u % 5u + (uint64_t)(x / 5);
}
__attribute__((noinline)) static void by_6(int64_t x) {
    hide = 6;
    int32_t s = (int32_t)x, sd = (int32_t)hide;
    uint32_t u = (uint32_t)x, ud = (uint32_t)hide;
    uint64_t l = (uint64_t)x, ld = (uint64_t)hide;
    int64_t d = hide;
    bad += s / 6 != s / sd || s % 6 != s % sd || u / 6u != u / ud || u % 6u != u % ud;
    bad += x / 6 != x / d || x % 6 != x % d || l / 6u != l / ld || l % 6u != l % ld;
    if (sd != 1 || s != INT32_MIN) bad += s / -6 != s / -sd || s % -6 != s % -sd;
    if (d != 1 || x != INT64_MIN) bad += x / -6 != x / -d;
    bad += (s % 6 == 0) != (s % sd == 0) || (u % 6u == 1) != (u % ud == 1);
    bad += (int8_t)x / 6 != (int8_t)x / sd || (uint8_t)x / 6 != (uint8_t)x / sd || (uint16_t)x % 6 != (uint16_t)x % sd;
    sum = sum * 31 + (uint64_t)(s / 6) + u % 6u + (uint64_t)(x / 6);
}
__attribute__((noinline)) static void by_7(int64_t x) {
    hide = 7;
    int32_t s = (int32_t)x, sd = (int32_t)hide;
    uint32_t u = (uint32_t)x, ud = (uint32_t)hide;
    uint64_t l = (uint64_t)x, ld = (uint64_t)hide;
    int64_t d = hide;
    bad += s / 7 != s / sd || s % 7 != s % sd || u / 7u != u / ud || u % 7u != u % ud;
    bad += x / 7 != x / d || x % 7 != x % d || l / 7u != l / ld || l % 7u != l % ld;
    if (sd != 1 || s != INT32_MIN) bad += s / -7 != s / -sd || s % -7 != s % -sd;
    if (d != 1 || x != INT64_MIN) bad += x / -7 != x / -d;
    bad += (s % 7 == 0) != (s % sd == 0) || (u % 7u == 1) != (u % ud == 1);
    bad += (int8_t)x / 7 != (int8_t)x / sd || (uint8_t)x / 7 != (uint8_t)x / sd || (uint16_t)x % 7 != (uint16_t)x % sd;
    sum = sum * 31 + (uint64_t)(s / 7) + u % 7u + (uint64_t)(x / 7);
}
__attribute__((noinline)) static void by_8(int64_t x) {
    hide = 8;
    int32_t s = (int32_t)x, sd = (int32_t)hide;
    uint32_t u = (uint32_t)x, ud = (uint32_t)hide;
    uint64_t l = (uint64_t)x, ld = (uint64_t)hide;
    int64_t d = hide;
    bad += s / 8 != s / sd || s % 8 != s % sd || u / 8u != u / ud || u % 8u != u % ud;
    bad += x / 8 != x / d || x % 8 != x % d || l / 8u != l / ld || l % 8u != l % ld;
    if (sd != 1 || s != INT32_MIN) bad += s / -8 != s / -sd || s % -8 != s % -sd;
    if (d != 1 || x != INT64_MIN) bad += x / -8 != x / -d;
    bad += (s % 8 == 0) != (s % sd == 0) || (u % 8u == 1) != (u % ud == 1);
    bad += (int8_t)x / 8 != (int8_t)x / sd || (uint8_t)x / 8 != (uint8_t)x / sd || (uint16_t)x % 8 != (uint16_t)x % sd;
    sum = sum * 31 + (uint64_t)(s / 8) + u % 8u + (uint64_t)(x / 8);
}
__attribute__((noinline)) static void by_9(int64_t x) {
    hide = 9;
    int32_t s = (int32_t)x, sd = (int32_t)hide;
    uint32_t u = (uint32_t)x, ud = (uint32_t)hide;
    uint64_t l = (uint64_t)x, ld = (uint64_t)hide;
    int64_t d = hide;
    bad += s / 9 != s / sd || s % 9 != s % sd || u / 9u != u / ud || u % 9u != u % ud;
    bad += x / 9 != x / d || x % 9 != x % d || l / 9u != l / ld || l % 9u != l % ld;
    if (sd != 1 || s != INT32_MIN) bad += s / -9 != s / -sd || s % -9 != s % -sd;
    if (d != 1 || x != INT64_MIN) bad += x / -9 != x / -d;
    bad += (s % 9 == 0) != (s % sd == 0) || (u % 9u == 1) != (u % ud == 1);
    bad += (int8_t)x / 9 != (int8_t)x / sd || (uint8_t)x / 9 != (uint8_t)x / sd || (uint16_t)x % 9 != (uint16_t)x % sd;
    sum = sum * 31 + (uint64_t)(s / 9) + u % 9u + (uint64_t)(x / 9);
}
__attribute__((noinline)) static void by_10(int64_t x) {
    hide = 10;
    int32_t s = (int32_t)x, sd = (int32_t)hide;
    uint32_t u = (uint32_t)x, ud = (uint32_t)hide;
    uint64_t l = (uint64_t)x, ld = (uint64_t)hide;
    int64_t d = hide;
    bad += s / 10 != s / sd || s % 10 != s % sd || u / 10u != u / ud || u % 10u != u % ud;
    bad += x / 10 != x / d || x % 10 != x % d || l / 10u != l / ld || l % 10u != l % ld;
    if (sd != 1 || s != INT32_MIN) bad += s / -10 != s / -sd || s % -10 != s % -sd;
    if (d != 1 || x != INT64_MIN) bad += x / -10 != x / -d;
    bad += (s % 10 == 0) != (s % sd == 0) || (u % 10u == 1) != (u % ud == 1);
    bad += (int8_t)x / 10 != (int8_t)x / sd || (uint8_t)x / 10 != (uint8_t)x / sd || (uint16_t)x % 10 != (uint16_t)x % sd;
    sum = sum * 31 + (uint64_t)(s / 10) + u % 10u + (uint64_t)(x / 10);
}
__attribute__((noinline)) static void by_11(int64_t x) {
    hide = 11;
    int32_t s = (int32_t)x, sd = (int32_t)hide;
    uint32_t u = (uint32_t)x, ud = (uint32_t)hide;
    uint64_t l = (uint64_t)x, ld = (uint64_t)hide;
    int64_t d = hide;
    bad += s / 11 != s / sd || s % 11 != s % sd || u / 11u != u / ud || u % 11u != u % ud;
    bad += x / 11 != x / d || x % 11 != x % d || l / 11u != l / ld || l % 11u != l % ld;
    if (sd != 1 || s != INT32_MIN) bad += s / -11 != s / -sd || s % -11 != s % -sd;
    if (d != 1 || x != INT64_MIN) bad += x / -11 != x / -d;
    bad += (s % 11 == 0) != (s % sd == 0) || (u % 11u == 1) != (u % ud == 1);
    bad += (int8_t)x / 11 != (int8_t)x / sd || (uint8_t)x / 11 != (uint8_t)x / sd || (uint16_t)x % 11 != (uint16_t)x % sd;
    sum = sum * 31 + (uint64_t)(s / 11) + u % 11u + (uint64_t)(x / 11);
}
__attribute__((noinline)) static void by_12(int64_t x) {
    hide = 12;
    int32_t s = (int32_t)x, sd = (int32_t)hide;
    uint32_t u = (uint32_t)x, ud = (uint32_t)hide;
    uint64_t l = (uint64_t)x, ld = (uint64_t)hide;
    int64_t d = hide;
    bad += s / 12 != s / sd || s % 12 != s % sd || u / 12u != u / ud || u % 12u != u % ud;
    bad += x / 12 != x / d || x % 12 != x % d || l / 12u != l / ld || l % 12u != l % ld;
    if (sd != 1 || s != INT32_MIN) bad += s / -12 != s / -sd || s % -12 != s % -sd;
    if (d != 1 || x != INT64_MIN) bad += x / -12 != x / -d;
    bad += (s % 12 == 0) != (s % sd == 0) || (u % 12u == 1) != (u % ud == 1);
    bad += (int8_t)x / 12 != (int8_t)x / sd || (uint8_t)x / 12 != (uint8_t)x / sd || (uint16_t)x % 12 != (uint16_t)x % sd;
    sum = sum * 31 + (uint64_t)(s / 12) + u % 12u + (uint64_t)(x / 12);
}
__attribute__((noinline)) static void by_13(int64_t x) {
    hide = 13;
    int32_t s = (int32_t)x, sd = (int32_t)hide;
    uint32_t u = (uint32_t)x, ud = (uint32_t)hide;
    uint64_t l = (uint64_t)x, ld = (uint64_t)hide;
    int64_t d = hide;
    bad += s / 13 != s / sd || s % 13 != s % sd || u / 13u != u / ud || u % 13u != u % ud;
    bad += x / 13 != x / d || x % 13 != x % d || l / 13u != l / ld || l % 13u != l % ld;
    if (sd != 1 || s != INT32_MIN) bad += s / -13 != s / -sd || s % -13 != s % -sd;
    if (d != 1 || x != INT64_MIN) bad += x / -13 != x / -d;
    bad += (s % 13 == 0) != (s % sd == 0) || (u % 13u == 1) != (u % ud == 1);
    bad += (int8_t)x / 13 != (int8_t)x / sd || (uint8_t)x / 13 != (uint8_t)x / sd || (uint16_t)x % 13 != (uint16_t)x % sd;
    sum = sum * 31 + (uint64_t)(s / 13) + u % 13u + (uint64_t)(x / 13);
}
__attribute__((noinline)) static void by_14(int64_t x) {
    hide = 14;
    int32_t s = (int32_t)x, sd = (int32_t)hide;
    uint32_t u = (uint32_t)x, ud = (uint32_t)hide;
    uint64_t l = (uint64_t)x, ld = (uint64_t)hide;
    int64_t d = hide;
    bad += s / 14 != s / sd || s % 14 != s % sd || u / 14u != u / ud || u % 14u != u % ud;
    bad += x / 14 != x / d || x % 14 != x % d || l / 14u != l / ld || l % 14u != l % ld;
    if (sd != 1 || s != INT32_MIN) bad += s / -14 != s / -sd || s % -14 != s % -sd;
    if (d != 1 || x != INT64_MIN) bad += x / -14 != x / -d;
    bad += (s % 14 == 0) != (s % sd == 0) || (u % 14u == 1) != (u % ud == 1);
    bad += (int8_t)x / 14 != (int8_t)x / sd || (uint8_t)x / 14 != (uint8_t)x / sd || (uint16_t)x % 14 != (uint16_t)x % sd;
    sum = sum * 31 + (uint64_t)(s / 14) + u % 14u + (uint64_t)(x / 14);
}
__attribute__((noinline)) static void by_16(int64_t x) {
    hide = 16;
    int32_t s = (int32_t)x, sd = (int32_t)hide;
    uint32_t u = (uint32_t)x, ud = (uint32_t)hide;
    uint64_t l = (uint64_t)x, ld = (uint64_t)hide;
    int64_t d = hide;
    bad += s / 16 != s / sd || s % 16 != s % sd || u / 16u != u / ud || u % 16u != u % ud;
    bad += x / 16 != x / d || x % 16 != x % d || l / 16u != l / ld || l % 16u != l % ld;
    if (sd != 1 || s != INT32_MIN) bad += s / -16 != s / -sd || s % -16 != s % -sd;
    if (d != 1 || x != INT64_MIN) bad += x / -16 != x / -d;
    bad += (s % 16 == 0) != (s % sd == 0) || (u % 16u == 1) != (u % ud == 1);
    bad += (int8_t)x / 16 != (int8_t)x / sd || (uint8_t)x / 16 != (uint8_t)x / sd || (uint16_t)x % 16 != (uint16_t)x % sd;
    sum = sum * 31 + (uint64_t)(s / 16) + u % 16u + (uint64_t)(x / 16);
}
__attribute__((noinline)) static void by_25(int64_t x) {
    hide = 25;
    int32_t s = (int32_t)x, sd = (int32_t)hide;
    uint32_t u = (uint32_t)x, ud = (uint32_t)hide;
    uint64_t l = (uint64_t)x, ld = (uint64_t)hide;
    int64_t d = hide;
    bad += s / 25 != s / sd || s % 25 != s % sd || u / 25u != u / ud || u % 25u != u % ud;
    bad += x / 25 != x / d || x % 25 != x % d || l / 25u != l / ld || l % 25u != l % ld;
    if (sd != 1 || s != INT32_MIN) bad += s / -25 != s / -sd || s % -25 != s % -sd;
    if (d != 1 || x != INT64_MIN) bad += x / -25 != x / -d;
    bad += (s % 25 == 0) != (s % sd == 0) || (u % 25u == 1) != (u % ud == 1);
    bad += (int8_t)x / 25 != (int8_t)x / sd || (uint8_t)x / 25 != (uint8_t)x / sd || (uint16_t)x % 25 != (uint16_t)x % sd;
    sum = sum * 31 + (uint64_t)(s / 25) + u % 25u + (uint64_t)(x / 25);
}
__attribute__((noinline)) static void by_60(int64_t x) {
    hide = 60;
    int32_t s = (int32_t)x, sd = (int32_t)hide;
    uint32_t u = (uint32_t)x, ud = (uint32_t)hide;
    uint64_t l = (uint64_t)x, ld = (uint64_t)hide;
    int64_t d = hide;
    bad += s / 60 != s / sd || s % 60 != s % sd || u / 60u != u / ud || u % 60u != u % ud;
    bad += x / 60 != x / d || x % 60 != x % d || l / 60u != l / ld || l % 60u != l % ld;
    if (sd != 1 || s != INT32_MIN) bad += s / -60 != s / -sd || s % -60 != s % -sd;
    if (d != 1 || x != INT64_MIN) bad += x / -60 != x / -d;
    bad += (s % 60 == 0) != (s % sd == 0) || (u % 60u == 1) != (u % ud == 1);
    bad += (int8_t)x / 60 != (int8_t)x / sd || (uint8_t)x / 60 != (uint8_t)x / sd || (uint16_t)x % 60 != (uint16_t)x % sd;
    sum = sum * 31 + (uint64_t)(s / 60) + u % 60u + (uint64_t)(x / 60);
}
__attribute__((noinline)) static void by_100(int64_t x) {
    hide = 100;
    int32_t s = (int32_t)x, sd = (int32_t)hide;
    uint32_t u = (uint32_t)x, ud = (uint32_t)hide;
    uint64_t l = (uint64_t)x, ld = (uint64_t)hide;
    int64_t d = hide;
    bad += s / 100 != s / sd || s % 100 != s % sd || u / 100u != u / ud || u % 100u != u % ud;
    bad += x / 100 != x / d || x % 100 != x % d || l / 100u != l / ld || l % 100u != l % ld;
    if (sd != 1 || s != INT32_MIN) bad += s / -100 != s / -sd || s % -100 != s % -sd;
    if (d != 1 || x != INT64_MIN) bad += x / -100 != x / -d;
    bad += (s % 100 == 0) != (s % sd == 0) || (u % 100u == 1) != (u % ud == 1);
    bad += (int8_t)x / 100 != (int8_t)x / sd || (uint8_t)x / 100 != (uint8_t)x / sd || (uint16_t)x % 100 != (uint16_t)x % sd;
    sum = sum * 31 + (uint64_t)(s / 100) + u % 100u + (uint64_t)(x / 100);
}
__attribute__((noinline)) static void by_125(int64_t x) {
    hide = 125;
    int32_t s = (int32_t)x, sd = (int32_t)hide;
    uint32_t u = (uint32_t)x, ud = (uint32_t)hide;
    uint64_t l = (uint64_t)x, ld = (uint64_t)hide;
    int64_t d = hide;
    bad += s / 125 != s / sd || s % 125 != s % sd || u / 125u != u / ud || u % 125u != u % ud;
    bad += x / 125 != x / d || x % 125 != x % d || l / 125u != l / ld || l % 125u != l % ld;
    if (sd != 1 || s != INT32_MIN) bad += s / -125 != s / -sd || s % -125 != s % -sd;
    if (d != 1 || x != INT64_MIN) bad += x / -125 != x / -d;
    bad += (s % 125 == 0) != (s % sd == 0) || (u % 125u == 1) != (u % ud == 1);
    bad += (int8_t)x / 125 != (int8_t)x / sd || (uint8_t)x / 125 != (uint8_t)x / sd || (uint16_t)x % 125 != (uint16_t)x % sd;
    sum = sum * 31 + (uint64_t)(s / 125) + u % 125u + (uint64_t)(x / 125);
}
__attribute__((noinline)) static void by_255(int64_t x) {
    hide = 255;
    int32_t s = (int32_t)x, sd = (int32_t)hide;
    uint32_t u = (uint32_t)x, ud = (uint32_t)hide;
    uint64_t l = (uint64_t)x, ld = (uint64_t)hide;
    int64_t d = hide;
    bad += s / 255 != s / sd || s % 255 != s % sd || u / 255u != u / ud || u % 255u != u % ud;
    bad += x / 255 != x / d || x % 255 != x % d || l / 255u != l / ld || l % 255u != l % ld;
    if (sd != 1 || s != INT32_MIN) bad += s / -255 != s / -sd || s % -255 != s % -sd;
    if (d != 1 || x != INT64_MIN) bad += x / -255 != x / -d;
    bad += (s % 255 == 0) != (s % sd == 0) || (u % 255u == 1) != (u % ud == 1);
    sum = sum * 31 + (uint64_t)(s / 255) + u % 255u + (uint64_t)(x / 255);
}
__attribute__((noinline)) static void by_256(int64_t x) {
    hide = 256;
    int32_t s = (int32_t)x, sd = (int32_t)hide;
    uint32_t u = (uint32_t)x, ud = (uint32_t)hide;
    uint64_t l = (uint64_t)x, ld = (uint64_t)hide;
    int64_t d = hide;
    bad += s / 256 != s / sd || s % 256 != s % sd || u / 256u != u / ud || u % 256u != u % ud;
    bad += x / 256 != x / d || x % 256 != x % d || l / 256u != l / ld || l % 256u != l % ld;
    if (sd != 1 || s != INT32_MIN) bad += s / -256 != s / -sd || s % -256 != s % -sd;
    if (d != 1 || x != INT64_MIN) bad += x / -256 != x / -d;
    bad += (s % 256 == 0) != (s % sd == 0) || (u % 256u == 1) != (u % ud == 1);
    sum = sum * 31 + (uint64_t)(s / 256) + u % 256u + (uint64_t)(x / 256);
}
__attribute__((noinline)) static void by_641(int64_t x) {
    hide = 641;
    int32_t s = (int32_t)x, sd = (int32_t)hide;
    uint32_t u = (uint32_t)x, ud = (uint32_t)hide;
    uint64_t l = (uint64_t)x, ld = (uint64_t)hide;
    int64_t d = hide;
    bad += s / 641 != s / sd || s % 641 != s % sd || u / 641u != u / ud || u % 641u != u % ud;
    bad += x / 641 != x / d || x % 641 != x % d || l / 641u != l / ld || l % 641u != l % ld;
    if (sd != 1 || s != INT32_MIN) bad += s / -641 != s / -sd || s % -641 != s % -sd;
    if (d != 1 || x != INT64_MIN) bad += x / -641 != x / -d;
    bad += (s % 641 == 0) != (s % sd == 0) || (u % 641u == 1) != (u % ud == 1);
    sum = sum * 31 + (uint64_t)(s / 641) + u % 641u + (uint64_t)(x / 641);
}
__attribute__((noinline)) static void by_1000(int64_t x) {
    hide = 1000;
    int32_t s = (int32_t)x, sd = (int32_t)hide;
    uint32_t u = (uint32_t)x, ud = (uint32_t)hide;
    uint64_t l = (uint64_t)x, ld = (uint64_t)hide;
    int64_t d = hide;
    bad += s / 1000 != s / sd || s % 1000 != s % sd || u / 1000u != u / ud || u % 1000u != u % ud;
    bad += x / 1000 != x / d || x % 1000 != x % d || l / 1000u != l / ld || l % 1000u != l % ld;
    if (sd != 1 || s != INT32_MIN) bad += s / -1000 != s / -sd || s % -1000 != s % -sd;
    if (d != 1 || x != INT64_MIN) bad += x / -1000 != x / -d;
    bad += (s % 1000 == 0) != (s % sd == 0) || (u % 1000u == 1) != (u % ud == 1);
    sum = sum * 31 + (uint64_t)(s / 1000) + u % 1000u + (uint64_t)(x / 1000);
}
__attribute__((noinline)) static void by_3600(int64_t x) {
    hide = 3600;
    int32_t s = (int32_t)x, sd = (int32_t)hide;
    uint32_t u = (uint32_t)x, ud = (uint32_t)hide;
    uint64_t l = (uint64_t)x, ld = (uint64_t)hide;
    int64_t d = hide;
    bad += s / 3600 != s / sd || s % 3600 != s % sd || u / 3600u != u / ud || u % 3600u != u % ud;
    bad += x / 3600 != x / d || x % 3600 != x % d || l / 3600u != l / ld || l % 3600u != l % ld;
    if (sd != 1 || s != INT32_MIN) bad += s / -3600 != s / -sd || s % -3600 != s % -sd;
    if (d != 1 || x != INT64_MIN) bad += x / -3600 != x / -d;
    bad += (s % 3600 == 0) != (s % sd == 0) || (u % 3600u == 1) != (u % ud == 1);
    sum = sum * 31 + (uint64_t)(s / 3600) + u % 3600u + (uint64_t)(x / 3600);
}
__attribute__((noinline)) static void by_10007(int64_t x) {
    hide = 10007;
    int32_t s = (int32_t)x, sd = (int32_t)hide;
    uint32_t u = (uint32_t)x, ud = (uint32_t)hide;
    uint64_t l = (uint64_t)x, ld = (uint64_t)hide;
    int64_t d = hide;
    bad += s / 10007 != s / sd || s % 10007 != s % sd || u / 10007u != u / ud || u % 10007u != u % ud;
    bad += x / 10007 != x / d || x % 10007 != x % d || l / 10007u != l / ld || l % 10007u != l % ld;
    if (sd != 1 || s != INT32_MIN) bad += s / -10007 != s / -sd || s % -10007 != s % -sd;
    if (d != 1 || x != INT64_MIN) bad += x / -10007 != x / -d;
    bad += (s % 10007 == 0) != (s % sd == 0) || (u % 10007u == 1) != (u % ud == 1);
    sum = sum * 31 + (uint64_t)(s / 10007) + u % 10007u + (uint64_t)(x / 10007);
}
__attribute__((noinline)) static void by_65535(int64_t x) {
    hide = 65535;
    int32_t s = (int32_t)x, sd = (int32_t)hide;
    uint32_t u = (uint32_t)x, ud = (uint32_t)hide;
    uint64_t l = (uint64_t)x, ld = (uint64_t)hide;
    int64_t d = hide;
    bad += s / 65535 != s / sd || s % 65535 != s % sd || u / 65535u != u / ud || u % 65535u != u % ud;
    bad += x / 65535 != x / d || x % 65535 != x % d || l / 65535u != l / ld || l % 65535u != l % ld;
    if (sd != 1 || s != INT32_MIN) bad += s / -65535 != s / -sd || s % -65535 != s % -sd;
    if (d != 1 || x != INT64_MIN) bad += x / -65535 != x / -d;
    bad += (s % 65535 == 0) != (s % sd == 0) || (u % 65535u == 1) != (u % ud == 1);
    sum = sum * 31 + (uint64_t)(s / 65535) + u % 65535u + (uint64_t)(x / 65535);
}
__attribute__((noinline)) static void by_65536(int64_t x) {
    hide = 65536;
    int32_t s = (int32_t)x, sd = (int32_t)hide;
    uint32_t u = (uint32_t)x, ud = (uint32_t)hide;
    uint64_t l = (uint64_t)x, ld = (uint64_t)hide;
    int64_t d = hide;
    bad += s / 65536 != s / sd || s % 65536 != s % sd || u / 65536u != u / ud || u % 65536u != u % ud;
    bad += x / 65536 != x / d || x % 65536 != x % d || l / 65536u != l / ld || l % 65536u != l % ld;
    if (sd != 1 || s != INT32_MIN) bad += s / -65536 != s / -sd || s % -65536 != s % -sd;
    if (d != 1 || x != INT64_MIN) bad += x / -65536 != x / -d;
    bad += (s % 65536 == 0) != (s % sd == 0) || (u % 65536u == 1) != (u % ud == 1);
    sum = sum * 31 + (uint64_t)(s / 65536) + u % 65536u + (uint64_t)(x / 65536);
}
__attribute__((noinline)) static void by_1000000(int64_t x) {
    hide = 1000000;
    int32_t s = (int32_t)x, sd = (int32_t)hide;
    uint32_t u = (uint32_t)x, ud = (uint32_t)hide;
    uint64_t l = (uint64_t)x, ld = (uint64_t)hide;
    int64_t d = hide;
    bad += s / 1000000 != s / sd || s % 1000000 != s % sd || u / 1000000u != u / ud || u % 1000000u != u % ud;
    bad += x / 1000000 != x / d || x % 1000000 != x % d || l / 1000000u != l / ld || l % 1000000u != l % ld;
    if (sd != 1 || s != INT32_MIN) bad += s / -1000000 != s / -sd || s % -1000000 != s % -sd;
    if (d != 1 || x != INT64_MIN) bad += x / -1000000 != x / -d;
    bad += (s % 1000000 == 0) != (s % sd == 0) || (u % 1000000u == 1) != (u % ud == 1);
    sum = sum * 31 + (uint64_t)(s / 1000000) + u % 1000000u + (uint64_t)(x / 1000000);
}
__attribute__((noinline)) static void by_2147483647(int64_t x) {
    hide = 2147483647;
    int32_t s = (int32_t)x, sd = (int32_t)hide;
    uint32_t u = (uint32_t)x, ud = (uint32_t)hide;
    uint64_t l = (uint64_t)x, ld = (uint64_t)hide;
    int64_t d = hide;
    bad += s / 2147483647 != s / sd || s % 2147483647 != s % sd || u / 2147483647u != u / ud || u % 2147483647u != u % ud;
    bad += x / 2147483647 != x / d || x % 2147483647 != x % d || l / 2147483647u != l / ld || l % 2147483647u != l % ld;
    if (sd != 1 || s != INT32_MIN) bad += s / -2147483647 != s / -sd || s % -2147483647 != s % -sd;
    if (d != 1 || x != INT64_MIN) bad += x / -2147483647 != x / -d;
    bad += (s % 2147483647 == 0) != (s % sd == 0) || (u % 2147483647u == 1) != (u % ud == 1);
    sum = sum * 31 + (uint64_t)(s / 2147483647) + u % 2147483647u + (uint64_t)(x / 2147483647);
}

int main(void) {
    uint64_t x = 88172645463325252ull;
    static const int64_t edge[] = {0, 1, -1, 2, 9, 10, 99, 100, INT32_MAX, INT32_MIN, UINT32_MAX, INT64_MAX, INT64_MIN, INT64_MIN + 1};
    for (int i = 0; i < 60; i++) {
        int64_t v = i < 14 ? edge[i] : (int64_t)(x >> (i % 48));
        by_1(v), by_2(v), by_3(v), by_4(v), by_5(v), by_6(v), by_7(v), by_8(v), by_9(v), by_10(v), by_11(v), by_12(v), by_13(v), by_14(v), by_16(v), by_25(v), by_60(v), by_100(v), by_125(v), by_255(v), by_256(v), by_641(v), by_1000(v), by_3600(v), by_10007(v), by_65535(v), by_65536(v), by_1000000(v), by_2147483647(v);
        x ^= x << 13, x ^= x >> 7, x ^= x << 17;
    }
    printf("%d bad, %llx\n", bad, (unsigned long long)sum);
    return bad;
}
