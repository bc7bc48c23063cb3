#include <sqlite3.h>

/// Turns off the counters of memory that SQLite keeps for the process, unless it is in use already.
///
/// Returns the code of sqlite3_config, which Swift cannot call because it takes a variable list of arguments.
static inline int csqlite_leave_memory_uncounted(void) {
  return sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0);
}
