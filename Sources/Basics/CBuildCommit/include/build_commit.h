#ifndef BUILD_COMMIT_H
#define BUILD_COMMIT_H

/// The commit that the program was built from; NULL if it is unknown.
///
/// The manifest reads it from `OPENCOREDATA_COMMIT`, which only builds of packages set: if it were read from git,
/// each commit would relink every program.
const char *_Nullable build_commit(void);

#endif
