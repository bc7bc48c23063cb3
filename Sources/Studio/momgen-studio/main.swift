import Files

// momgen-studio: the server behind `momgen studio`, a separate program so that momgen starts without a web server.
//
// Its arguments come from momgen: MODEL STORE PORT GENERATOR, empty for missing ones; `open` to open a
// browser, else `closed`; and `read`, `edit` or `edit-without-backup` for the store.

signal(SIGPIPE, SIG_IGN)
exit(StudioProgram.run(Array(CommandLine.arguments.dropFirst())))
