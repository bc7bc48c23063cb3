#ifndef MAKE_IMMORTAL_H
#define MAKE_IMMORTAL_H

/// Makes a Swift object live until the program ends; retaining and releasing it has no effect from then on.
///
/// There must be no weak reference to it yet.
void make_immortal(void *_Nonnull object);

#endif
