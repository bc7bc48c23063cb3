// measure-postgresql: the PostgreSQL store beside libpq by hand, doing the same work in the same tables.
//
// The server is one of the program's own, in memory where there is room. Both contenders take turns for some
// rounds, and the median of the rounds' ratios is what is shown. The clock of the wall is taken, as half of the
// work is the server's: on a machine that does other things, ratios swing, and only those of a quiet one count.
//
// Words: --teams N (of 100 players each; 1,000), --rounds N (5).

import Foundation

do {
  let arguments = try Arguments(Array(CommandLine.arguments.dropFirst()))
  if let url = arguments.memory {
    try Memory.measure(url)
  } else {
    try Report(arguments).run()
  }
} catch {
  FileHandle.standardError.write(Data("measure-postgresql: \(error)\n".utf8))
  exit(1)
}
