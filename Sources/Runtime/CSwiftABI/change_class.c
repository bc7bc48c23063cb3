#include "change_class.h"

void *change_class(void *object, const void *type) {
  // The first word of an object is the address of its class, whose layout is part of Swift's ABI.
  *(const void **)object = type;
  return object;
}
