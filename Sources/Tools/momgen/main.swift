import Files

// momgen: words in, files and an exit code out.
//
// `Momgen` is the program as a value: its verbs, what each takes, and what each does. This file alone
// touches the process: its arguments, its environment, its output and its exit code.

// A reader that goes away (`momgen dump … | head`) is no reason to die with a signal.
signal(SIGPIPE, SIG_IGN)
OutputDescriptor.reserveStandardStreams()

let environment = VerbEnvironment.process()
var outcome = Momgen.run(Array(CommandLine.arguments.dropFirst()), in: environment)
do {
  try outcome.print()
} catch {
  outcome = VerbOutcome(error, in: environment)
  try? outcome.print()
}
exit(outcome.exitCode.rawValue)
