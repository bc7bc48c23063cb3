#ifndef RETAIN_IF_ALIVE_H
#define RETAIN_IF_ALIVE_H

/// Retains a Swift object and returns it, or returns null if its last reference has gone already: what the
/// runtime does to read a weak reference.
void *_Nullable retain_if_alive(void *_Nonnull object);

#endif
