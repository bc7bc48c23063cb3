#ifndef ENUMERATION_CASES_H
#define ENUMERATION_CASES_H

#include <stddef.h>

/// The number of cases of an enumeration without associated values, from the metadata of the type; 0 for any other
/// type.
size_t enumeration_case_count(const void *_Nonnull type);

/// The name of a case, counted from 0; null if the program was built without the names.
const char *_Nullable enumeration_case_name(const void *_Nonnull type, size_t index);

#endif
