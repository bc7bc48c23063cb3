import CommandLineParsing

/// The meaning of the program's exit code.
enum ExitStatus: Int32 {
  case success = 0
  case findings = 1
  case usage = 2
  case badModel = 3

  /// The codes for the help.
  static let documentation = [
    ExitCode(0, "Success."),
    ExitCode(1, "There are findings or differences."),
    ExitCode(2, "The command line is invalid, or a file could not be written."),
    ExitCode(3, "The model cannot be read or has errors."),
  ]
}
