#ifndef VARIABLE_ARGUMENTS_H
#define VARIABLE_ARGUMENTS_H

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

/// An argument of a C argument list; its kind determines the member.
typedef union {
  int64_t integer;
  double real;
  const void *_Nullable pointer;
} variable_argument;

/// Takes arguments from a list, with a letter for the kind of each: 'i' for an int, 'l' for a long, 'd' for a double,
/// 'p' for a pointer.
void take_arguments(va_list list, const char *_Nonnull kinds, size_t count,
                    variable_argument *_Nonnull arguments);

#endif
