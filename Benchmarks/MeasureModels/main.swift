// measure-models: what momgen costs, as ratios to programs that do less, in one run.
//
// Each comparison runs its programs in turn, round after round, and takes the median of the rounds'
// ratios, so that a machine that slows down slows both.

import Foundation

let folder = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()
let scratch = FileManager.default.temporaryDirectory
  .appending(path: "measure-models-\(ProcessInfo.processInfo.processIdentifier)")
try FileManager.default.createDirectory(at: scratch, withIntermediateDirectories: true)
defer { try? FileManager.default.removeItem(at: scratch) }

let small = scratch.appending(path: "5000.xml")
let large = scratch.appending(path: "10000.xml")
try Data(SyntheticModel(entities: 5000).contents.utf8).write(to: small)
try Data(SyntheticModel(entities: 10_000).contents.utf8).write(to: large)

let momgen = folder.appending(path: "momgen").path
let comparison = Comparison(rounds: 9)
var isAllMet = true

@MainActor
func require(_ limit: Double, _ title: String, _ subject: [String], than reference: [String]) throws
{
  let ratio = try comparison.ratio(of: subject, to: reference)
  let verdict = ratio.median <= limit ? "met" : "MISSED"
  if ratio.median > limit { isAllMet = false }
  print(
    String(
      format: "%-58@ %6.1f ms / %6.1f ms = %.2f (at most %.2f: %@)",
      title as NSString,
      ratio.subject,
      ratio.reference,
      ratio.median,
      limit,
      verdict as NSString
    )
  )
}

try require(
  2.0,
  "validate 5,000 entities / xmllint --noout",
  [momgen, "validate", small.path],
  than: ["/usr/bin/xmllint", "--noout", small.path]
)
try require(
  2.2,
  "validate 10,000 entities / 5,000 entities",
  [momgen, "validate", large.path],
  than: [momgen, "validate", small.path]
)
try require(
  1.3,
  "validate League / a program that imports Foundation",
  [momgen, "validate", "Models/League.xcdatamodeld"],
  than: [folder.appending(path: "foundation-word").path]
)

exit(isAllMet ? 0 : 1)
