/* Counts how often chosen instructions of a program run under qemu-user: a TCG plugin for QEMU 6.2 to 8.2.

   Arguments: marks=FILE   addresses, one a line, in hexadecimal, sorted
              out=FILE     where the counts go at exit: "insns N", then "address count" a line, in the order of the marks
              start=HEX    where the program's file puts its code, so that a program which is loaded elsewhere (position
                           independent) has its addresses moved

   Counting is done by inline additions, which are exact for programs of one thread. Debian packages no header for plugins;
   what is used of the interface (version 1) is declared here. `ocg spill-cost` builds and drives it. */

#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef uint64_t qemu_plugin_id_t;
struct qemu_plugin_tb;
struct qemu_plugin_insn;
enum { INLINE_ADD_U64 = 0 };

typedef void (*tb_callback)(qemu_plugin_id_t, struct qemu_plugin_tb *);
typedef void (*exit_callback)(qemu_plugin_id_t, void *);
extern void qemu_plugin_register_vcpu_tb_trans_cb(qemu_plugin_id_t, tb_callback);
extern void qemu_plugin_register_atexit_cb(qemu_plugin_id_t, exit_callback, void *);
extern size_t qemu_plugin_tb_n_insns(const struct qemu_plugin_tb *);
extern struct qemu_plugin_insn *qemu_plugin_tb_get_insn(const struct qemu_plugin_tb *, size_t);
extern uint64_t qemu_plugin_insn_vaddr(const struct qemu_plugin_insn *);
extern void qemu_plugin_register_vcpu_insn_exec_inline(struct qemu_plugin_insn *, int, void *, uint64_t);
/* Older emulators lack it; without it programs must stand where they were linked. */
extern uint64_t qemu_plugin_start_code(void) __attribute__((weak));

__attribute__((visibility("default"))) int qemu_plugin_version = 1;

static uint64_t *marks, *counts, insns, start, bias;
static size_t n_marks;
static const char *out_name;
static bool placed, has_start;

static bool read_marks(const char *name)
{
    FILE *f = fopen(name, "r");
    size_t room = 0;
    uint64_t address;
    if (!f) {
        return false;
    }
    while (fscanf(f, "%" SCNx64, &address) == 1) {
        if (n_marks == room) {
            room = room ? 2 * room : 4096;
            uint64_t *more = realloc(marks, room * sizeof *marks);
            if (!more) {
                fclose(f);
                return false;
            }
            marks = more;
        }
        marks[n_marks++] = address;
    }
    fclose(f);
    counts = calloc(n_marks ? n_marks : 1, sizeof *counts);
    return counts != NULL;
}

/* The counter of an address; none if it is not marked. */
static uint64_t *counter(uint64_t address)
{
    size_t low = 0, high = n_marks;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (marks[middle] < address) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low < n_marks && marks[low] == address ? &counts[low] : NULL;
}

static void translated(qemu_plugin_id_t id, struct qemu_plugin_tb *tb)
{
    (void)id;
    if (!placed) {
        placed = true;
        bias = has_start && qemu_plugin_start_code ? qemu_plugin_start_code() - start : 0;
    }
    for (size_t i = 0, n = qemu_plugin_tb_n_insns(tb); i < n; i++) {
        struct qemu_plugin_insn *insn = qemu_plugin_tb_get_insn(tb, i);
        uint64_t *c = counter(qemu_plugin_insn_vaddr(insn) - bias);
        qemu_plugin_register_vcpu_insn_exec_inline(insn, INLINE_ADD_U64, &insns, 1);
        if (c) {
            qemu_plugin_register_vcpu_insn_exec_inline(insn, INLINE_ADD_U64, c, 1);
        }
    }
}

static void at_exit(qemu_plugin_id_t id, void *data)
{
    FILE *f = fopen(out_name, "w");
    (void)id;
    (void)data;
    if (!f) {
        return;
    }
    fprintf(f, "insns %" PRIu64 "\n", insns);
    for (size_t i = 0; i < n_marks; i++) {
        fprintf(f, "%" PRIx64 " %" PRIu64 "\n", marks[i], counts[i]);
    }
    fclose(f);
}

__attribute__((visibility("default"))) int qemu_plugin_install(qemu_plugin_id_t id, const void *info, int argc, char **argv)
{
    (void)info;
    for (int i = 0; i < argc; i++) {
        if (strncmp(argv[i], "marks=", 6) == 0) {
            if (!read_marks(argv[i] + 6)) {
                fprintf(stderr, "spillcount: cannot read %s\n", argv[i] + 6);
                return -1;
            }
        } else if (strncmp(argv[i], "out=", 4) == 0) {
            out_name = strdup(argv[i] + 4);
        } else if (strncmp(argv[i], "start=", 6) == 0) {
            start = strtoull(argv[i] + 6, NULL, 16);
            has_start = true;
        }
    }
    if (!out_name || !counts) {
        fprintf(stderr, "spillcount: needs marks=FILE,out=FILE\n");
        return -1;
    }
    qemu_plugin_register_vcpu_tb_trans_cb(id, translated);
    qemu_plugin_register_atexit_cb(id, at_exit, NULL);
    return 0;
}
