// league: arguments in, tables out.
//
// `LeagueProgram` is the program as a value: its verbs with their arguments. The operations
// on teams and players are in the module `LeagueOperations`; this is the command line.

import Files
import Foundation

// A closed pipe (`league player list | head`) must not end the process with a signal.
signal(SIGPIPE, SIG_IGN)
OutputDescriptor.reserveStandardStreams()

let status = LeagueProgram.run(Array(CommandLine.arguments.dropFirst()), on: .process())
exit(status.rawValue)
