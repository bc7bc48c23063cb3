// measure-store: the SQLite store compared with the C interface of SQLite doing the same work on the same schema.
//
// Each contender runs each workload in a separate process, several times, of which the median counts; raw and
// store take turns for some rounds, and the median of the rounds' ratios is shown. Stores are in memory
// (`/dev/shm`), with a write-ahead log and `synchronous=NORMAL` for both, and CPU time is measured, so
// that other programs hardly matter. `--growth 1000000` shows instead how the cost per row changes with their
// number; `--peers Benchmarks/Peers/peers.py` adds other libraries.

import Foundation
import Ratios

MeasuringProgram.run {
  let arguments = try Arguments(Array(CommandLine.arguments.dropFirst()))
  if arguments.part != nil {
    try Part.measure(arguments)
  } else if arguments.growth > 0 {
    try Growth(arguments: arguments).run()
  } else {
    return try Report(arguments).run()
  }
  return true
}
