#ifndef TYPE_RECORDS_H
#define TYPE_RECORDS_H

#include <stddef.h>
#include <stdint.h>

/// The records of the types that this program defines, as the Swift compiler lays them out: each a relative
/// pointer to the description of a type.
const int32_t *_Nullable type_records(size_t *_Nonnull count);

/// The module and the name of the type that a record describes, if it is not inside another type.
///
/// Returns the last letter of its mangled name: 'C' for a class, 'V' for a structure, 'O' for an enumeration; 0 for
/// others.
char type_of_record(const int32_t *_Nonnull record, const char *_Nullable *_Nonnull module,
                    const char *_Nullable *_Nonnull name);

/// Writes the name of the class that a record describes, with the names of the module and of the types around it, as
/// `Module.Outer.Inner`; contexts without a name are left out.
///
/// Returns the metadata of the class; null for other types, for generic classes and for names that do not fit.
const void *_Nullable class_of_record(const int32_t *_Nonnull record, char *_Nonnull path, size_t size);

#endif
