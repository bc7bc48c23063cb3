#include "make_immortal.h"

extern void _swift_stdlib_immortalize(void *object);

void make_immortal(void *object) { _swift_stdlib_immortalize(object); }
