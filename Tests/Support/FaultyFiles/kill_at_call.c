#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>

#include "faulty_files.h"

// Defined by newer headers only.
#ifndef SECCOMP_RET_KILL_PROCESS
#define SECCOMP_RET_KILL_PROCESS 0x80000000U
#endif

/// A name, and its system call numbers, which depend on the processor.
typedef struct {
  const char *name;
  long numbers[3];
} Call;

static const Call calls[] = {
#ifdef SYS_rename
  {"rename", {SYS_rename, SYS_renameat, SYS_renameat2}},
#else
  {"rename", {SYS_renameat2, SYS_renameat2, SYS_renameat2}},
#endif
#ifdef SYS_unlink
  {"unlink", {SYS_unlink, SYS_unlinkat, SYS_unlinkat}},
#else
  {"unlink", {SYS_unlinkat, SYS_unlinkat, SYS_unlinkat}},
#endif
#ifdef SYS_rmdir
  {"rmdir", {SYS_rmdir, SYS_rmdir, SYS_rmdir}},
#else
  {"rmdir", {SYS_unlinkat, SYS_unlinkat, SYS_unlinkat}},
#endif
  {"write", {SYS_pwrite64, SYS_pwritev, SYS_pwritev}},
  {"truncate", {SYS_ftruncate, SYS_truncate, SYS_truncate}},
  {"sync", {SYS_fsync, SYS_fdatasync, SYS_fdatasync}},
};

int kill_at_call(const char *name) {
  const Call *call = NULL;
  for (size_t index = 0; index < sizeof calls / sizeof *calls; index++) {
    if (strcmp(calls[index].name, name) == 0) call = &calls[index];
  }
  if (!call) return -1;
  struct sock_filter filter[] = {
    BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (unsigned)call->numbers[0], 3, 0),
    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (unsigned)call->numbers[1], 2, 0),
    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (unsigned)call->numbers[2], 1, 0),
    BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
    BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_KILL_PROCESS),
  };
  struct sock_fprog program = {sizeof filter / sizeof *filter, filter};
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) return -1;
  return prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program);
}
