import CommandLineParsing

/// The exit codes of the program.
enum ExitStatus: Int32 {
  case success = 0
  case failure = 1
  case usage = 2
  case output = 3
  /// The code that shells use for an interrupted program.
  case interrupted = 130

  /// The codes for the help.
  static let documentation = [
    ExitCode(0, "Success."),
    ExitCode(1, "The command failed or was canceled; nothing was changed."),
    ExitCode(2, "The command line is invalid."),
    ExitCode(3, "The command succeeded, but its output could not be written."),
    ExitCode(130, "The command was interrupted with Ctrl-C; nothing was changed."),
  ]
}
