#ifndef RETAIN_TIMES_H
#define RETAIN_TIMES_H

#include <stdint.h>

/// Retains a Swift object several times, in one step.
void retain_times(void *_Nonnull object, uint32_t count);

/// Releases a Swift object several times, in one step.
void release_times(void *_Nonnull object, uint32_t count);

#endif
