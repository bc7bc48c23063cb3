// The layout of class metadata without Objective-C is part of Swift's ABI (docs/ABI/TypeMetadata.rst).
#include "method_table.h"

#include <stdint.h>

struct class_head {
  const void *kind;
  const void *superclass;
  uint32_t flags;
  uint32_t instance_address_point;
  uint32_t instance_size;
  uint16_t instance_alignment_mask;
  uint16_t reserved;
  uint32_t class_size;
  uint32_t class_address_point;
  const void *description;
  const void *destroyer;
};

void measure_class(const void *type, size_t *head, size_t *count) {
  const struct class_head *class = type;
  *head = sizeof *class / sizeof(void *);
  *count = (class->class_size - class->class_address_point) / sizeof(void *);
}
