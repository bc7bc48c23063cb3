// measure-postgresql: the PostgreSQL store compared with hand-written libpq code, in the same tables.
//
// The program starts its own server, in memory if there is room. Both contenders take turns for some
// rounds, and the median of the rounds' ratios is shown. Wall-clock time is measured, as half of the
// work is the server's: on a loaded machine ratios vary, and only those of an idle one count.
//
// Arguments: --teams N (of 100 players each; 1,000), --rounds N (5).

import Foundation
import Ratios

MeasuringProgram.run {
  let arguments = try Arguments(Array(CommandLine.arguments.dropFirst()))
  if let url = arguments.memory {
    try Memory.measure(url)
  } else {
    try Report(arguments).run()
  }
  return true
}
