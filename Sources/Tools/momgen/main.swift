import Files

// momgen: arguments in, files and an exit code out.
//
// `Momgen` is the program as a value: its verbs with their arguments. Only this file
// touches the process: its arguments, its environment, its output and its exit code.

// A closed pipe (`momgen dump … | head`) must not end the process with a signal.
signal(SIGPIPE, SIG_IGN)
OutputDescriptor.reserveStandardStreams()
ProcessMemory.keepFreedMemory()

let environment = VerbEnvironment.process()
var outcome = Momgen.run(Array(CommandLine.arguments.dropFirst()), in: environment)
do {
  try outcome.print()
} catch {
  outcome = VerbOutcome(error, in: environment)
  try? outcome.print()
}
exit(outcome.exitCode.rawValue)
