/* What the files of the runtime share. */
#ifndef RT_RUNTIME_H
#define RT_RUNTIME_H
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
void rt_write(const char *text, unsigned n);
void rt_flush(void);
__attribute__((noreturn)) void exit(int status);
__attribute__((noreturn)) void abort(void);
#endif
