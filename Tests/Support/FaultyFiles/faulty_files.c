#include "faulty_files.h"

#include <pthread.h>
#include <sqlite3.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "disk_image.h"

/// The state of one VFS.
struct FaultyFiles {
  sqlite3_vfs vfs;
  sqlite3_vfs *system;
  pthread_mutex_t mutex;
  char *name;

  long calls;
  long failures;
  long fail_at;
  int fail_code;
  int fail_lasts;

  long crash_at;
  uint64_t crash_seed;
  char *crash_folder;
  int crashed;

  DiskImage disk;

  // Connections may be closed after the test has freed the VFS.
  long open_files;
  int abandoned;
};

/// An open file: SQLite's part, then ours, then that of the system's VFS.
typedef struct {
  sqlite3_file base;
  FaultyFiles *files;
  DiskFile *image;  // null for temporary files
  sqlite3_file *system;
} OpenFile;

static OpenFile *opened(sqlite3_file *file) { return (OpenFile *)file; }

/// Counts a call that modifies the disk; returns the code other than SQLITE_OK with which it must fail.
static int count(FaultyFiles *files, int code) {
  files->calls += 1;
  if (!files->crashed && files->crash_at >= 0 && files->calls >= files->crash_at) {
    files->crashed = 1;
    disk_image_write(&files->disk, files->crash_seed, files->crash_folder);
  }
  int fails = files->crashed;
  if (files->fail_at >= 0) {
    fails = fails || files->calls == files->fail_at
            || (files->fail_lasts && files->calls > files->fail_at);
  }
  if (!fails) return SQLITE_OK;
  files->failures += 1;
  return files->crashed || files->fail_code == 0 ? code : files->fail_code;
}

// MARK: Files

static void release(FaultyFiles *files) {
  disk_image_free(&files->disk);
  pthread_mutex_destroy(&files->mutex);
  free(files->crash_folder);
  free(files->name);
  free(files);
}

static int file_close(sqlite3_file *file) {
  OpenFile *open = opened(file);
  FaultyFiles *files = open->files;
  int code = open->system->pMethods ? open->system->pMethods->xClose(open->system) : SQLITE_OK;
  pthread_mutex_lock(&files->mutex);
  files->open_files -= 1;
  int is_last = files->abandoned && files->open_files == 0;
  pthread_mutex_unlock(&files->mutex);
  if (is_last) release(files);
  return code;
}

static int file_read(sqlite3_file *file, void *bytes, int size, sqlite3_int64 offset) {
  OpenFile *open = opened(file);
  return open->system->pMethods->xRead(open->system, bytes, size, offset);
}

static int file_write(sqlite3_file *file, const void *bytes, int size, sqlite3_int64 offset) {
  OpenFile *open = opened(file);
  pthread_mutex_lock(&open->files->mutex);
  int code = count(open->files, SQLITE_IOERR_WRITE);
  if (code == SQLITE_OK && open->image) disk_file_write(open->image, bytes, size, offset);
  pthread_mutex_unlock(&open->files->mutex);
  if (code != SQLITE_OK) return code;
  return open->system->pMethods->xWrite(open->system, bytes, size, offset);
}

static int file_truncate(sqlite3_file *file, sqlite3_int64 size) {
  OpenFile *open = opened(file);
  pthread_mutex_lock(&open->files->mutex);
  int code = count(open->files, SQLITE_IOERR_TRUNCATE);
  if (code == SQLITE_OK && open->image) disk_file_truncate(open->image, size);
  pthread_mutex_unlock(&open->files->mutex);
  if (code != SQLITE_OK) return code;
  return open->system->pMethods->xTruncate(open->system, size);
}

static int file_sync(sqlite3_file *file, int flags) {
  OpenFile *open = opened(file);
  pthread_mutex_lock(&open->files->mutex);
  int code = count(open->files, SQLITE_IOERR_FSYNC);
  if (code == SQLITE_OK && open->image) disk_file_sync(open->image);
  pthread_mutex_unlock(&open->files->mutex);
  // The real disk is not synced: the image decides what survives, and syncing would only take time.
  return code;
}

static int file_size(sqlite3_file *file, sqlite3_int64 *size) {
  OpenFile *open = opened(file);
  return open->system->pMethods->xFileSize(open->system, size);
}

static int file_lock(sqlite3_file *file, int lock) {
  OpenFile *open = opened(file);
  return open->system->pMethods->xLock(open->system, lock);
}

static int file_unlock(sqlite3_file *file, int lock) {
  OpenFile *open = opened(file);
  return open->system->pMethods->xUnlock(open->system, lock);
}

static int file_reserved(sqlite3_file *file, int *result) {
  OpenFile *open = opened(file);
  return open->system->pMethods->xCheckReservedLock(open->system, result);
}

static int file_control(sqlite3_file *file, int operation, void *argument) {
  OpenFile *open = opened(file);
  return open->system->pMethods->xFileControl(open->system, operation, argument);
}

static int file_sector(sqlite3_file *file) {
  (void)file;
  return DISK_SECTOR;
}

/// No characteristics that would let SQLite skip syncs.
static int file_characteristics(sqlite3_file *file) {
  (void)file;
  return 0;
}

static int file_map(sqlite3_file *file, int page, int size, int extend, void volatile **memory) {
  OpenFile *open = opened(file);
  return open->system->pMethods->xShmMap(open->system, page, size, extend, memory);
}

static int file_shared_lock(sqlite3_file *file, int offset, int number, int flags) {
  OpenFile *open = opened(file);
  return open->system->pMethods->xShmLock(open->system, offset, number, flags);
}

static void file_barrier(sqlite3_file *file) {
  OpenFile *open = opened(file);
  open->system->pMethods->xShmBarrier(open->system);
}

static int file_unmap(sqlite3_file *file, int removes) {
  OpenFile *open = opened(file);
  return open->system->pMethods->xShmUnmap(open->system, removes);
}

static const sqlite3_io_methods methods = {
    .iVersion = 2,
    .xClose = file_close,
    .xRead = file_read,
    .xWrite = file_write,
    .xTruncate = file_truncate,
    .xSync = file_sync,
    .xFileSize = file_size,
    .xLock = file_lock,
    .xUnlock = file_unlock,
    .xCheckReservedLock = file_reserved,
    .xFileControl = file_control,
    .xSectorSize = file_sector,
    .xDeviceCharacteristics = file_characteristics,
    .xShmMap = file_map,
    .xShmLock = file_shared_lock,
    .xShmBarrier = file_barrier,
    .xShmUnmap = file_unmap,
};

// MARK: The VFS

static FaultyFiles *state(sqlite3_vfs *vfs) { return (FaultyFiles *)vfs->pAppData; }

static int vfs_open(
    sqlite3_vfs *vfs, const char *path, sqlite3_file *file, int flags, int *result) {
  FaultyFiles *files = state(vfs);
  OpenFile *open = opened(file);
  open->base.pMethods = NULL;
  open->files = files;
  open->image = NULL;
  open->system = (sqlite3_file *)(open + 1);
  open->system->pMethods = NULL;
  const int durable = SQLITE_OPEN_MAIN_DB | SQLITE_OPEN_WAL | SQLITE_OPEN_MAIN_JOURNAL;
  int code = SQLITE_OK;
  pthread_mutex_lock(&files->mutex);
  if (path && (flags & durable)) {
    int exists = 0;
    files->system->xAccess(files->system, path, SQLITE_ACCESS_EXISTS, &exists);
    if (!exists && (flags & SQLITE_OPEN_CREATE)) code = count(files, SQLITE_CANTOPEN);
    if (code == SQLITE_OK) open->image = disk_image_file(&files->disk, path);
  }
  pthread_mutex_unlock(&files->mutex);
  if (code != SQLITE_OK) return code;
  code = files->system->xOpen(files->system, path, open->system, flags, result);
  if (open->system->pMethods) {
    open->base.pMethods = &methods;
    pthread_mutex_lock(&files->mutex);
    files->open_files += 1;
    pthread_mutex_unlock(&files->mutex);
  }
  return code;
}

static int vfs_delete(sqlite3_vfs *vfs, const char *path, int syncs) {
  FaultyFiles *files = state(vfs);
  pthread_mutex_lock(&files->mutex);
  int code = count(files, SQLITE_IOERR_DELETE);
  if (code == SQLITE_OK) disk_image_delete(&files->disk, path);
  pthread_mutex_unlock(&files->mutex);
  if (code != SQLITE_OK) return code;
  return files->system->xDelete(files->system, path, syncs);
}

FaultyFiles *faulty_files_make(const char *name) {
  sqlite3_vfs *system = sqlite3_vfs_find(NULL);
  FaultyFiles *files = calloc(1, sizeof(FaultyFiles));
  if (!system || !files) return NULL;
  files->system = system;
  files->name = strdup(name);
  files->fail_at = -1;
  files->crash_at = -1;
  pthread_mutex_init(&files->mutex, NULL);
  // Methods that are not replaced are the system's own, which do not use the VFS argument.
  files->vfs = *system;
  files->vfs.pNext = NULL;
  files->vfs.zName = files->name;
  files->vfs.pAppData = files;
  files->vfs.szOsFile = (int)sizeof(OpenFile) + system->szOsFile;
  files->vfs.xOpen = vfs_open;
  files->vfs.xDelete = vfs_delete;
  if (sqlite3_vfs_register(&files->vfs, 0) != SQLITE_OK) return NULL;
  return files;
}

void faulty_files_free(FaultyFiles *files) {
  sqlite3_vfs_unregister(&files->vfs);
  pthread_mutex_lock(&files->mutex);
  files->abandoned = 1;
  int is_last = files->open_files == 0;
  pthread_mutex_unlock(&files->mutex);
  if (is_last) release(files);
}

long faulty_files_calls(FaultyFiles *files) { return files->calls; }

void faulty_files_fail(FaultyFiles *files, long call, int code, int lasts) {
  pthread_mutex_lock(&files->mutex);
  files->fail_at = call;
  files->fail_code = code;
  files->fail_lasts = lasts;
  pthread_mutex_unlock(&files->mutex);
}

long faulty_files_failures(FaultyFiles *files) { return files->failures; }

void faulty_files_crash(
    FaultyFiles *files, long call, unsigned long seed, const char *folder) {
  pthread_mutex_lock(&files->mutex);
  files->crash_at = call;
  files->crash_seed = seed;
  free(files->crash_folder);
  files->crash_folder = strdup(folder);
  pthread_mutex_unlock(&files->mutex);
}

int faulty_files_have_crashed(FaultyFiles *files) { return files->crashed; }
