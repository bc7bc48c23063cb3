// The linker collects the type records of all modules of a program into one section and defines symbols for its
// bounds. The layout of records and descriptions is part of Swift's ABI (docs/ABI/TypeMetadata.rst).
#include "type_records.h"

#include <string.h>

extern const int32_t __start_swift5_type_metadata[] __attribute__((weak, visibility("hidden")));
extern const int32_t __stop_swift5_type_metadata[] __attribute__((weak, visibility("hidden")));

const int32_t *type_records(size_t *count) {
  if (!__start_swift5_type_metadata) {
    *count = 0;
    return NULL;
  }
  *count = (size_t)(__stop_swift5_type_metadata - __start_swift5_type_metadata);
  return __start_swift5_type_metadata;
}

enum {
  kind_mask = 0x1F,
  kind_module = 0,
  kind_class = 16,
  kind_enum = 18,
  is_generic = 0x80,
  depth_limit = 64
};

// A relative pointer, whose lowest bit says whether it leads to a pointer instead of the object itself.
static const void *follow(const int32_t *field, int32_t mask) {
  int32_t offset = *field;
  if (offset == 0) return NULL;
  const char *place = (const char *)field + (offset & ~mask);
  return offset & 1 & mask ? *(const void *const *)place : place;
}

char type_of_record(const int32_t *record, const char **module, const char **name) {
  if ((*record & 3) > 1) return 0;
  const int32_t *type = follow(record, 3);
  if (!type) return 0;
  int32_t kind = type[0] & kind_mask;
  if (kind < kind_class || kind > kind_enum) return 0;
  const int32_t *parent = follow(&type[1], 1);
  if (!parent || (parent[0] & kind_mask) != kind_module) return 0;
  *module = follow(&parent[2], 0);
  *name = follow(&type[2], 0);
  return *module && *name ? "CVO"[kind - kind_class] : 0;
}

// A description has its flags, its parent context, and its name if it is a module or a type. The description of a
// type that is not generic continues with a function that returns its metadata.
struct metadata_response {
  const void *metadata;
  size_t state;
};

static int has_name(const int32_t *context) {
  int32_t kind = context[0] & kind_mask;
  return kind == kind_module || (kind >= kind_class && kind <= kind_enum);
}

const void *class_of_record(const int32_t *record, char *path, size_t size) {
  if ((*record & 3) > 1) return NULL;
  const int32_t *type = follow(record, 3);
  if (!type || (type[0] & kind_mask) != kind_class || type[0] & is_generic || size == 0) return NULL;
  // From the innermost context outwards, from the end of the buffer to its beginning.
  size_t start = size - 1;
  path[start] = 0;
  int depth = 0;
  for (const int32_t *context = type; context; context = follow(&context[1], 1)) {
    if (++depth > depth_limit) return NULL;
    const char *name = has_name(context) ? follow(&context[2], 0) : NULL;
    if (!name) continue;
    size_t length = strlen(name);
    if (start < length + 1) return NULL;
    if (path[start]) path[--start] = '.';
    start -= length;
    memcpy(path + start, name, length);
  }
  memmove(path, path + start, size - start);
  const void *function = follow(&type[3], 0);
  if (!function) return NULL;
  return ((struct metadata_response(*)(size_t))function)(0).metadata;
}
