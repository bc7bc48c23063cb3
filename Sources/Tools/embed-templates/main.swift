import Files

// embed-templates: converts the files of the template sets into a Swift source.
//
//   embed-templates TEMPLATES OUTPUT
//
// `make templates` runs it for the target `CodeGeneration`, so that the sets are in the binary of
// `momgen`, which needs no files wherever it is installed. The output is kept
// with the sources, because a tool that other packages' plugins run is built without plugins.

func complain(_ line: String) {
  let bytes = Array("\(line)\n".utf8)
  _ = write(STDERR_FILENO, bytes, bytes.count)
}

let arguments = CommandLine.arguments
guard arguments.count == 3 else {
  complain("usage: embed-templates TEMPLATES OUTPUT")
  exit(2)
}
do {
  let sets = try TemplatesFolder(path: arguments[1]).sets()
  try SourceFile.write(SwiftSource(sets).text, to: arguments[2])
} catch {
  complain("error: \(error.message)")
  exit(1)
}
