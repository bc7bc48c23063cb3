#ifndef FAULTY_FILES_H
#define FAULTY_FILES_H

/// Files for SQLite, over those of the system, that fail when a test wants them to, and that can show what a disk
/// might have after the power went.
typedef struct FaultyFiles FaultyFiles;

/// Makes the files known to SQLite as a VFS of a name that no other has; null if that fails.
FaultyFiles *_Nullable faulty_files_make(const char *_Nonnull name);

/// Takes the VFS away; no connection may use it any more.
void faulty_files_free(FaultyFiles *_Nonnull files);

/// The number of calls so far that change what is on the disk: writes, truncations, syncs, deletions,
/// and openings of files that are made.
long faulty_files_calls(FaultyFiles *_Nonnull files);

/// Lets a call fail, counted from the first one ever, with a result code of SQLite; all later ones too if it
/// lasts. A negative number lets all calls succeed again.
void faulty_files_fail(FaultyFiles *_Nonnull files, long call, int code, int lasts);

/// The number of calls that were made to fail.
long faulty_files_failures(FaultyFiles *_Nonnull files);

/// Lets the power go at a call: what the disk has then is written to a folder, where of everything that was not
/// synced a part is there and the rest is not, as the seed says; this call and all later ones fail.
void faulty_files_crash(
    FaultyFiles *_Nonnull files, long call, unsigned long seed, const char *_Nonnull folder);

/// Whether the power has gone.
int faulty_files_have_crashed(FaultyFiles *_Nonnull files);

/// Lets the process be killed, with SIGSYS, as soon as this thread makes a call of the system that works on files.
///
/// The name is one of `rename`, `unlink`, `rmdir`, `write`, `truncate` and `sync`. Returns 0, or -1 if that cannot be done
/// here.
int kill_at_call(const char *_Nonnull name);

#endif
