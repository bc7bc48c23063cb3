// CommandLineWords
