#ifndef ROW_MEMORY_H
#define ROW_MEMORY_H

#include <stdbool.h>
#include <stddef.h>

/// Lets the objects of a class share blocks of memory; they must be created by `make_row` only.
///
/// `forget` is called instead of `deinit` when an object has no owner any more. Returns false for a class of an unknown
/// layout, whose objects do not share memory.
bool prepare_row_class(void *_Nonnull row_class, void (*_Nonnull forget)(void *_Nonnull row));

/// Creates an object with one owner; the bytes behind its object header are uninitialized.
///
/// Objects that a thread creates in succession share a block of memory, which is freed with the last of them. Their
/// owners may release them on any thread. There must be no weak and no unowned references to them.
///
/// - Parameters:
///   - row_class: The class, which was prepared.
///   - size: The size in bytes, with the object header.
void *_Nonnull make_row(const void *_Nonnull row_class, size_t size);

/// Asks the processor to bring the memory at an address into its cache, without waiting for it.
///
/// Any address is allowed: nothing is read.
static inline void prefetch_memory(const void *_Nullable address) { __builtin_prefetch(address, 0, 3); }

/// The number of blocks that exist, and of objects with memory of their own.
size_t row_block_count(void);

#endif
