// league: words in, tables out.
//
// `LeagueProgram` is the program as a value: its verbs, what each takes, and what each does. What the verbs do
// to teams and players is in the module `LeagueOperations`; here is what can be said on a command line.

import Files
import Foundation

// A reader that goes away (`league player list | head`) is no reason to die with a signal.
signal(SIGPIPE, SIG_IGN)
OutputDescriptor.reserveStandardStreams()

let status = LeagueProgram.run(Array(CommandLine.arguments.dropFirst()), on: .process())
exit(status.rawValue)
