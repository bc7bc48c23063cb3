import Files

// momgen-studio: the server behind `momgen studio`, a program of its own so that momgen starts without a web server.
//
// It takes the words that momgen gives it: MODEL STORE PORT GENERATOR, those empty that there are none of; `open` if a
// browser is to be opened, else `closed`; and `read`, `edit` or `edit-without-backup` for the store.

signal(SIGPIPE, SIG_IGN)
exit(StudioProgram.run(Array(CommandLine.arguments.dropFirst())))
