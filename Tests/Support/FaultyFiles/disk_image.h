#ifndef DISK_IMAGE_H
#define DISK_IMAGE_H

#include <stdint.h>

/// The number of bytes that a disk writes atomically.
#define DISK_SECTOR 512

/// A change of a file since its last sync: written bytes, or a new length.
typedef struct DiskChange {
  struct DiskChange *next;
  int64_t offset;
  int64_t size;  // negative if the change is a new length, which is in `offset`
  unsigned char bytes[];
} DiskChange;

/// A file as of its last sync, with the changes since.
typedef struct DiskFile {
  struct DiskFile *next;
  char *path;
  int exists;
  unsigned char *synced;
  int64_t length;
  int64_t capacity;
  DiskChange *first;
  DiskChange **last;
} DiskFile;

/// The files of a disk.
typedef struct {
  DiskFile *files;
} DiskImage;

/// The file at a path; the first time, with its current contents.
DiskFile *disk_image_file(DiskImage *image, const char *path);

void disk_image_delete(DiskImage *image, const char *path);
void disk_file_write(DiskFile *file, const void *bytes, int size, int64_t offset);
void disk_file_truncate(DiskFile *file, int64_t size);
void disk_file_sync(DiskFile *file);

/// Writes a possible state of the files after a power loss to a folder.
void disk_image_write(DiskImage *image, uint64_t seed, const char *folder);

void disk_image_free(DiskImage *image);

#endif
