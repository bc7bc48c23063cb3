#ifndef BUILD_COMMIT_H
#define BUILD_COMMIT_H

/// The commit that the program was built from, or NULL where the build does not say.
///
/// The manifest takes it from `OPENCOREDATA_COMMIT`, which only builds of packages set: were it read from git, each
/// commit would link every program anew.
const char *_Nullable build_commit(void);

#endif
