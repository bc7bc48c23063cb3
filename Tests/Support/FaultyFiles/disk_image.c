#include "disk_image.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// MARK: Bytes

static void stop(const char *what) {
  fprintf(stderr, "faulty files: %s\n", what);
  abort();
}

static void make_room(DiskFile *file, int64_t length) {
  if (length <= file->capacity) return;
  int64_t capacity = length * 2;
  unsigned char *bytes = realloc(file->synced, (size_t)capacity);
  if (!bytes) stop("out of memory");
  memset(bytes + file->capacity, 0, (size_t)(capacity - file->capacity));
  file->synced = bytes;
  file->capacity = capacity;
}

static void put(DiskFile *file, int64_t offset, const unsigned char *bytes, int64_t size) {
  make_room(file, offset + size);
  memcpy(file->synced + offset, bytes, (size_t)size);
  if (file->length < offset + size) file->length = offset + size;
}

static void set_length(DiskFile *file, int64_t length) {
  make_room(file, length);
  if (length < file->length) {
    memset(file->synced + length, 0, (size_t)(file->length - length));
  }
  file->length = length;
}

static void forget_changes(DiskFile *file) {
  while (file->first) {
    DiskChange *change = file->first;
    file->first = change->next;
    free(change);
  }
  file->last = &file->first;
}

static void add_change(DiskFile *file, int64_t offset, int64_t size, const void *bytes) {
  DiskChange *change = malloc(sizeof(DiskChange) + (size > 0 ? (size_t)size : 0));
  if (!change) stop("out of memory");
  change->next = NULL;
  change->offset = offset;
  change->size = size;
  if (size > 0) memcpy(change->bytes, bytes, (size_t)size);
  *file->last = change;
  file->last = &change->next;
}

// MARK: Files

static void read_all(DiskFile *file) {
  FILE *source = fopen(file->path, "rb");
  if (!source) return;
  file->exists = 1;
  unsigned char buffer[65536];
  size_t count;
  while ((count = fread(buffer, 1, sizeof buffer, source)) > 0) {
    put(file, file->length, buffer, (int64_t)count);
  }
  fclose(source);
}

DiskFile *disk_image_file(DiskImage *image, const char *path) {
  for (DiskFile *file = image->files; file; file = file->next) {
    if (strcmp(file->path, path) == 0) {
      file->exists = 1;
      return file;
    }
  }
  DiskFile *file = calloc(1, sizeof(DiskFile));
  if (!file) stop("out of memory");
  file->path = strdup(path);
  file->last = &file->first;
  file->next = image->files;
  image->files = file;
  read_all(file);
  // SQLite syncs the folder after it has created a file that must survive.
  file->exists = 1;
  return file;
}

void disk_image_delete(DiskImage *image, const char *path) {
  for (DiskFile *file = image->files; file; file = file->next) {
    if (strcmp(file->path, path) != 0) continue;
    forget_changes(file);
    set_length(file, 0);
    file->exists = 0;
  }
}

void disk_file_write(DiskFile *file, const void *bytes, int size, int64_t offset) {
  add_change(file, offset, size, bytes);
}

void disk_file_truncate(DiskFile *file, int64_t size) { add_change(file, size, -1, NULL); }

void disk_file_sync(DiskFile *file) {
  for (DiskChange *change = file->first; change; change = change->next) {
    if (change->size < 0) {
      set_length(file, change->offset);
    } else {
      put(file, change->offset, change->bytes, change->size);
    }
  }
  forget_changes(file);
}

// MARK: Power loss

static uint64_t next_random(uint64_t *seed) {
  *seed += 0x9E3779B97F4A7C15u;
  uint64_t bits = *seed;
  bits = (bits ^ (bits >> 30)) * 0xBF58476D1CE4E5B9u;
  bits = (bits ^ (bits >> 27)) * 0x94D049BB133111EBu;
  return bits ^ (bits >> 31);
}

/// Decides at random whether each sector that was not synced is on the disk, with a random probability for the file.
static void settle(DiskFile *file, uint64_t *seed) {
  uint64_t loss = next_random(seed) % 5;
  for (DiskChange *change = file->first; change; change = change->next) {
    if (change->size < 0) {
      if (next_random(seed) % 2 == 0) set_length(file, change->offset);
      continue;
    }
    int64_t done = 0;
    while (done < change->size) {
      int64_t place = change->offset + done;
      int64_t part = DISK_SECTOR - place % DISK_SECTOR;
      if (part > change->size - done) part = change->size - done;
      if (next_random(seed) % 4 >= loss) {
        put(file, place, change->bytes + done, part);
      } else if (file->length < place + part && next_random(seed) % 2 == 0) {
        // The file has the new length, but not the bytes.
        set_length(file, place + part);
      }
      done += part;
    }
  }
  forget_changes(file);
}

void disk_image_write(DiskImage *image, uint64_t seed, const char *folder) {
  for (DiskFile *file = image->files; file; file = file->next) {
    if (!file->exists) continue;
    settle(file, &seed);
    const char *slash = strrchr(file->path, '/');
    const char *name = slash ? slash + 1 : file->path;
    size_t size = strlen(folder) + strlen(name) + 2;
    char *path = malloc(size);
    if (!path) stop("out of memory");
    snprintf(path, size, "%s/%s", folder, name);
    FILE *target = fopen(path, "wb");
    if (!target) stop("cannot write what the disk has");
    fwrite(file->synced, 1, (size_t)file->length, target);
    fclose(target);
    free(path);
  }
}

void disk_image_free(DiskImage *image) {
  while (image->files) {
    DiskFile *file = image->files;
    image->files = file->next;
    forget_changes(file);
    free(file->synced);
    free(file->path);
    free(file);
  }
}
