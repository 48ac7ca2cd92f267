#pragma once
int printf(const char *format, ...);
int puts(const char *s);
int putchar(int c);
