#ifndef METHOD_TABLE_H
#define METHOD_TABLE_H

#include <stddef.h>

/// How many words the metadata of a class that Swift knows has: a head, and behind it the methods of all its
/// superclasses and its own. Subclasses have the same at the same places, but for what they override.
void measure_class(const void *_Nonnull type, size_t *_Nonnull head, size_t *_Nonnull count);

#endif
