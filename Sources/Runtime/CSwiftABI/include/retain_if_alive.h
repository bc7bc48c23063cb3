#ifndef RETAIN_IF_ALIVE_H
#define RETAIN_IF_ALIVE_H

/// Retains a Swift object and returns it, or returns null if it is being deallocated: the operation by which the
/// runtime reads a weak reference.
void *_Nullable retain_if_alive(void *_Nonnull object);

#endif
