// The layout of class metadata without Objective-C is part of Swift's ABI (docs/ABI/TypeMetadata.rst).
#include "class_metadata.h"

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

_Static_assert(sizeof(struct class_head) == class_head_words * sizeof(uintptr_t), "the head has another size");

class_metadata read_class_metadata(const void *type) {
  const struct class_head *head = type;
  size_t size = head->class_size > head->class_address_point ? head->class_size - head->class_address_point : 0;
  size_t words = size / sizeof(uintptr_t);
  return (class_metadata){
      .superclass = head->superclass,
      .instance_size = head->instance_size,
      .members = (uintptr_t *)type + class_head_words,
      .member_count = words > class_head_words ? words - class_head_words : 0,
  };
}
