#ifndef DISK_IMAGE_H
#define DISK_IMAGE_H

#include <stdint.h>

/// The number of bytes that a disk writes whole or not at all.
#define DISK_SECTOR 512

/// A change of a file since it was synced: bytes that were written, or a new length.
typedef struct DiskChange {
  struct DiskChange *next;
  int64_t offset;
  int64_t size;  // negative for a new length, which is the offset then
  unsigned char bytes[];
} DiskChange;

/// A file as it is on the disk for certain, and what may have come on top of that.
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

/// The file at a path, with what is in it now if it was not known yet.
DiskFile *disk_image_file(DiskImage *image, const char *path);

void disk_image_delete(DiskImage *image, const char *path);
void disk_file_write(DiskFile *file, const void *bytes, int size, int64_t offset);
void disk_file_truncate(DiskFile *file, int64_t size);
void disk_file_sync(DiskFile *file);

/// Writes the files to a folder as they may be after the power has gone.
void disk_image_write(DiskImage *image, uint64_t seed, const char *folder);

void disk_image_free(DiskImage *image);

#endif
