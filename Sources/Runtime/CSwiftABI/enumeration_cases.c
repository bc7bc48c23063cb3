// The layout of the metadata of enumerations and of the descriptions of their cases is part of Swift's ABI
// (docs/ABI/TypeMetadata.rst).
#include "enumeration_cases.h"

#include <stdint.h>

enum { metadata_kind = 0x201, fields_of_enumeration = 2 };

struct enumeration {
  uintptr_t kind;
  const struct description *description;
};

// The signed numbers are relative pointers: distances from themselves, 0 for none.
struct description {
  uint32_t flags;
  int32_t parent;
  int32_t name;
  int32_t access_function;
  int32_t fields;
  uint32_t payload_cases_and_size_offset;
  uint32_t empty_cases;
};

struct record {
  uint32_t flags;
  int32_t type_name;
  int32_t name;
};

struct fields {
  int32_t type_name;
  int32_t superclass;
  uint16_t kind;
  uint16_t record_size;
  uint32_t count;
  struct record records[];
};

static const void *follow(const int32_t *place) {
  return *place == 0 ? NULL : (const char *)place + *place;
}

static const struct description *describe(const void *type) {
  const struct enumeration *enumeration = type;
  if (enumeration->kind != metadata_kind) return NULL;
  const struct description *description = enumeration->description;
  return (description->payload_cases_and_size_offset & 0xFFFFFF) == 0 ? description : NULL;
}

size_t enumeration_case_count(const void *type) {
  const struct description *description = describe(type);
  return description ? description->empty_cases : 0;
}

const char *enumeration_case_name(const void *type, size_t index) {
  const struct description *description = describe(type);
  if (!description) return NULL;
  const struct fields *fields = follow(&description->fields);
  if (!fields || fields->kind != fields_of_enumeration || index >= fields->count ||
      fields->record_size != sizeof(struct record))
    return NULL;
  return follow(&fields->records[index].name);
}
