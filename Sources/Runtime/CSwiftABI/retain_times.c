#include "retain_times.h"

extern void *swift_retain_n(void *object, uint32_t count);
extern void swift_release_n(void *object, uint32_t count);

void retain_times(void *object, uint32_t count) { swift_retain_n(object, count); }

void release_times(void *object, uint32_t count) { swift_release_n(object, count); }
