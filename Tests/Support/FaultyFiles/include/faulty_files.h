#ifndef FAULTY_FILES_H
#define FAULTY_FILES_H

/// A VFS over that of the system, with injected failures and simulated power loss.
typedef struct FaultyFiles FaultyFiles;

/// Registers a VFS with a unique name; null on failure.
FaultyFiles *_Nullable faulty_files_make(const char *_Nonnull name);

/// Unregisters the VFS; no connection may use it any more.
void faulty_files_free(FaultyFiles *_Nonnull files);

/// The number of calls so far that modify the disk: writes, truncations, syncs, deletions, and openings that create a
/// file.
long faulty_files_calls(FaultyFiles *_Nonnull files);

/// Makes a call fail, counted from the first one ever, with a result code of SQLite; also all later ones if it lasts.
///
/// A negative number makes all calls succeed again.
void faulty_files_fail(FaultyFiles *_Nonnull files, long call, int code, int lasts);

/// The number of calls that have failed.
long faulty_files_failures(FaultyFiles *_Nonnull files);

/// Simulates a power loss at a call: a possible state of the disk is written to a folder, with a random part,
/// determined by the seed, of everything that was not synced; this call and all later ones fail.
void faulty_files_crash(
    FaultyFiles *_Nonnull files, long call, unsigned long seed, const char *_Nonnull folder);

/// Whether the power loss has happened.
int faulty_files_have_crashed(FaultyFiles *_Nonnull files);

/// Makes this thread's next file system call of a kind kill the process with SIGSYS.
///
/// The name is one of `rename`, `unlink`, `rmdir`, `write`, `truncate` and `sync`. Returns 0, or -1 if that is not
/// supported.
int kill_at_call(const char *_Nonnull name);

#endif
