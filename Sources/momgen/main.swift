// momgen: words in, files and an exit code out.
