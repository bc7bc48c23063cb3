// measure-store: the SQLite store beside the C interface of SQLite doing the same work on the same schema.
//
// Each contender does each workload in a process of its own, several times, of which the median counts; raw and
// store take turns for some rounds, and the median of the rounds' ratios is what is shown. Stores are in memory
// (`/dev/shm`), with a write-ahead log and `synchronous=NORMAL` for both, and the time of the processor is taken, so
// that other programs do not matter much. `--growth 1000000` shows instead how the cost of a row changes with their
// number; `--peers Benchmarks/Peers/peers.py` adds other libraries.

import Foundation

do {
  let arguments = try Arguments(Array(CommandLine.arguments.dropFirst()))
  if arguments.part != nil {
    try Part.measure(arguments)
  } else if arguments.growth > 0 {
    try Growth(arguments: arguments).run()
  } else {
    exit(try Report(arguments).run() ? 0 : 1)
  }
} catch {
  FileHandle.standardError.write(Data("measure-store: \(error)\n".utf8))
  exit(1)
}
