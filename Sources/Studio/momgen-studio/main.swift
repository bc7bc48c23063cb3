import Files

// momgen-studio: the server behind `momgen studio`, a program of its own so that momgen starts without a web server.
//
// It takes the words that momgen gives it: MODEL STORE PORT GENERATOR, those empty that there are none of, and `open` if
// a browser is to be opened, else `closed`.

signal(SIGPIPE, SIG_IGN)
exit(StudioProgram.run(Array(CommandLine.arguments.dropFirst())))
