#include "retain_if_alive.h"

extern void *swift_tryRetain(void *object);

void *retain_if_alive(void *object) { return swift_tryRetain(object); }
