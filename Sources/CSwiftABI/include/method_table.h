#ifndef METHOD_TABLE_H
#define METHOD_TABLE_H

#include <stddef.h>

/// What the metadata of a class that Swift knows consists of, word by word: behind a head whose length is given,
/// the methods of all its superclasses and its own. Subclasses have the same at the same places, but for what they
/// override.
const void *const _Nullable *_Nonnull class_words(const void *_Nonnull type, size_t *_Nonnull head,
                                                  size_t *_Nonnull count);

#endif
