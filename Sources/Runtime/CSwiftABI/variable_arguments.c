#include "variable_arguments.h"

void take_arguments(va_list list, const char *kinds, size_t count, variable_argument *arguments) {
  for (size_t index = 0; index < count; index++) {
    switch (kinds[index]) {
      case 'i': arguments[index].integer = va_arg(list, int); break;
      case 'l': arguments[index].integer = va_arg(list, int64_t); break;
      case 'd': arguments[index].real = va_arg(list, double); break;
      default: arguments[index].pointer = va_arg(list, const void *); break;
    }
  }
}
