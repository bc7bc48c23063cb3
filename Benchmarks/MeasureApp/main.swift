// measure-app: common work of apps, compared with its minimal cost, in one run.
//
//   cold start   the whole process that opens a store of 100,000 players and fetches the first 20 by name, beside one
//                that does so with the C interface, and one that only imports Foundation
//   merge        changes of 1,000 objects merged into a context with 100,000, beside a context with just these
//   import       1,000,000 rows of CSV through contexts of 1,000 and through a batch request, beside the C interface
//                with rows of 100 in each statement
//   readers      8 contexts that read while another saves, beside 8 that read alone
//
// `measure-app [cold] [merge] [import] [readers]` measures some of them.

import Foundation
import Ratios

MeasuringProgram.run {
  try Application(Array(CommandLine.arguments.dropFirst())).run()
}
