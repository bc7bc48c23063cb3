/// Files and outputs of the process, over the system's C library.
///
/// ``FileReader`` and ``FileWriter`` read and write whole files and never replace anything but a regular file;
/// ``WrittenPlace`` resolves the destination of a path; ``PathName`` splits a path without accessing the disk; and
/// ``OutputDescriptor`` writes to standard output and error.
///
/// Only this file names the C library of each platform. Files that import `Files` can use its functions too.
#if canImport(Glibc)
  @_exported import Glibc
#elseif canImport(Musl)
  @_exported import Musl
#else
  @_exported import Darwin
#endif
