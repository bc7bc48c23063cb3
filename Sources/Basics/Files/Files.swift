/// Files and outputs of the process, as the system's C library gives them.
///
/// ``FileReader`` and ``FileWriter`` read and write whole files and never replace what is no file; ``WrittenPlace``
/// finds out what a path leads to; ``PathName`` takes a path apart without looking at the disk; and
/// ``OutputDescriptor`` writes to standard output and error.
///
/// This file alone names the C library of each platform. Files that import `Files` see its functions too.
#if canImport(Glibc)
  @_exported import Glibc
#elseif canImport(Musl)
  @_exported import Musl
#else
  @_exported import Darwin
#endif
