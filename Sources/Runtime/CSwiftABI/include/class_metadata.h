#ifndef CLASS_METADATA_H
#define CLASS_METADATA_H

#include <stddef.h>
#include <stdint.h>

/// The parts of the metadata of a class that the runtime module reads.
typedef struct {
  const void *_Nullable superclass;

  /// The size of an instance in bytes.
  size_t instance_size;

  /// The words after the header: the methods of all superclasses and of the class, and its field offsets.
  ///
  /// Subclasses have the same at the same places, except for overrides.
  uintptr_t *_Nonnull members;
  size_t member_count;
} class_metadata;

/// The number of words in the header, before the members.
enum { class_head_words = 7 };

/// Reads the metadata of a class that is written in Swift.
class_metadata read_class_metadata(const void *_Nonnull type);

#endif
