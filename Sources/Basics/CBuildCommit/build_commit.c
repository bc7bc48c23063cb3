#include "build_commit.h"
#include <stddef.h>

#define TEXT(word) #word
#define EXPANDED_TEXT(macro) TEXT(macro)

const char *build_commit(void) {
#ifdef OPENCOREDATA_COMMIT
  return EXPANDED_TEXT(OPENCOREDATA_COMMIT);
#else
  return NULL;
#endif
}
