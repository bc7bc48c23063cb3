// momgen: words in, files and an exit code out.
//
// `Momgen` is the program as a value: its verbs, what each takes, and what each does. This file alone
// touches the process: its arguments, its environment, its output and its exit code.

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

// A reader that goes away (`momgen dump … | head`) is no reason to die with a signal.
signal(SIGPIPE, SIG_IGN)

let environment = VerbEnvironment.process()
let outcome = Momgen.run(Array(CommandLine.arguments.dropFirst()), in: environment)
outcome.print()
exit(outcome.exitCode.rawValue)
