// Memory for the rows of fetches, which are created in large numbers, one after the other.
//
// `malloc` and `free` take more instructions than reading a row's columns. Here rows lie behind one another in blocks
// that are freed as a whole. A row keeps its block, and thus at most `block_size` bytes, from being freed; so small
// blocks bound the waste, and large rows have memory of their own.
//
// That the word two places before the address of a class is the function that destroys its objects is part of Swift's
// ABI (docs/ABI/TypeMetadata.rst), as are the registers in which it gets its argument (`swiftcall`). With another layout
// rows are objects like all others.
#include "row_memory.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>

#ifndef __has_feature
#define __has_feature(feature) 0
#endif

/// In front of each row: the block that the row lies in; null for a row with memory of its own.
typedef struct block *owner;

struct block {
  /// The number of rows with owners, and `held` more for the thread that adds rows, except for those that it has added.
  ///
  /// So adding a row changes no atomic variable.
  atomic_size_t count;
};

enum {
  alignment = 16,
  /// A multiple of the alignment, less the word that `malloc` needs.
  block_size = 1016,
  /// The largest row in a block, with its owner. The address sanitizer watches single allocations.
  largest_row = __has_feature(address_sanitizer) ? 0 : block_size / 4,
  held = 1 << 20
};

_Static_assert(sizeof(struct block) + sizeof(owner) == alignment, "the first row of a block would not be aligned");

/// The block to which this thread adds rows.
static _Thread_local struct {
  struct block *block;
  char *next;
  char *end;
  size_t added;
  bool ends_with_thread;
} current;

static atomic_size_t block_count;

static void *allocate(size_t size) {
  void *memory = malloc(size);
  if (!memory) abort();
  atomic_fetch_add_explicit(&block_count, 1, memory_order_relaxed);
  return memory;
}

static void release_memory(void *memory) {
  atomic_fetch_sub_explicit(&block_count, 1, memory_order_relaxed);
  free(memory);
}

static void leave(struct block *block, size_t count) {
  if (atomic_fetch_sub_explicit(&block->count, count, memory_order_acq_rel) == count) release_memory(block);
}

static void leave_current(void) {
  if (current.block) leave(current.block, held - current.added);
  current.block = NULL;
  current.next = NULL;
  current.end = NULL;
}

static pthread_key_t key;
static pthread_once_t key_is_made = PTHREAD_ONCE_INIT;

static void end_thread(void *block) {
  (void)block;
  leave_current();
  current.ends_with_thread = false;
}

static void make_key(void) {
  if (pthread_key_create(&key, end_thread) != 0) abort();
}

static void begin_block(void) {
  leave_current();
  struct block *block = allocate(block_size);
  atomic_init(&block->count, held);
  current.block = block;
  current.next = (char *)(block + 1);
  current.end = (char *)block + block_size;
  current.added = 0;
  if (current.ends_with_thread) return;
  pthread_once(&key_is_made, make_key);
  current.ends_with_thread = pthread_setspecific(key, block) == 0;
}

static __attribute__((noinline)) owner *take_own_memory(size_t room) {
  owner *place = (owner *)((char *)allocate(sizeof(struct block) + room) + sizeof(struct block));
  *place = NULL;
  return place;
}

static __attribute__((noinline)) owner *take_room_in_new_block(size_t room);

static inline owner *take_room(size_t room) {
  if (room > (size_t)(current.end - current.next)) return take_room_in_new_block(room);
  owner *place = (owner *)current.next;
  *place = current.block;
  current.next += room;
  current.added += 1;
  // The next rows will be written soon, to memory that has mostly left the processor's cache.
  __builtin_prefetch((char *)place + 256, 1, 3);
  __builtin_prefetch((char *)place + 320, 1, 3);
  return place;
}

static owner *take_room_in_new_block(size_t room) {
  begin_block();
  return take_room(room);
}

extern void *swift_initStackObject(const void *type, void *object);
extern void *swift_allocObject(const void *type, size_t size, size_t alignment_mask);

/// Whether rows are destroyed by this file.
static bool is_prepared;

void *make_row(const void *row_class, size_t size) {
  if (!is_prepared) return swift_allocObject(row_class, size, alignment - 1);
  size_t room = (sizeof(owner) + size + alignment - 1) & ~(size_t)(alignment - 1);
  owner *place = room > largest_row ? take_own_memory(room) : take_room(room);
  return swift_initStackObject(row_class, place + 1);
}

static void (*forget_values)(void *row);

static __attribute__((swiftcall)) void destroy(__attribute__((swift_context)) void *row) {
  forget_values(row);
  owner *place = (owner *)row - 1;
  if (*place) {
    leave(*place, 1);
  } else {
    release_memory((char *)place - sizeof(struct block));
  }
}

/// The functions for values that are references to objects; they follow the function that destroys the objects.
extern const void *const functions_of_references __asm__("$sBoWV");

bool prepare_row_class(void *row_class, void (*forget)(void *row)) {
  void **words = row_class;
  if (words[-1] != &functions_of_references) return false;
  forget_values = forget;
  words[-2] = (void *)destroy;
  is_prepared = true;
  return true;
}

size_t row_block_count(void) { return atomic_load_explicit(&block_count, memory_order_relaxed); }
