// measure-models: the cost of momgen, as ratios to programs that do less, in one run.
//
// Each comparison runs its programs in turn, round after round, and takes the median of the rounds'
// ratios, so that a slow machine slows both.

import Foundation
import Ratios

let folder = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()
let scratch = FileManager.default.temporaryDirectory
  .appending(path: "measure-models-\(ProcessInfo.processInfo.processIdentifier)")
try FileManager.default.createDirectory(at: scratch, withIntermediateDirectories: true)
defer { try? FileManager.default.removeItem(at: scratch) }

/// The file of a model with a number of entities.
func model(_ entities: Int) throws -> String {
  let file = scratch.appending(path: "\(entities).xml")
  try Data(SyntheticModel(entities: entities).contents.utf8).write(to: file)
  return file.path
}

let models = (small: try model(200), large: try model(5_000), double: try model(10_000))
let momgen = folder.appending(path: "momgen").path
var isAllMet = true

@MainActor
func require(
  _ limit: Double,
  _ title: String,
  _ subject: Command,
  than reference: Command,
  less overhead: Command? = nil,
  rounds: Int = 9
) throws {
  let comparison = Comparison(rounds: rounds)
  let ratio = try comparison.ratio(of: subject, to: reference, less: overhead)
  let verdict = ratio.ratio <= limit ? "met" : "MISSED"
  if ratio.ratio > limit { isAllMet = false }
  RatioLog.record(title, ratio.ratio)
  print(
    String(
      format: "%-66@ %7.1f ms / %7.1f ms = %5.2f (at most %.2f: %@)",
      title as NSString,
      ratio.subject,
      ratio.reference,
      ratio.ratio,
      limit,
      verdict as NSString
    )
  )
}

func xmllint(_ file: String) -> Command { Command("/usr/bin/xmllint", "--noout", file) }

func validate(_ file: String) -> Command { Command(momgen, "validate", file) }

/// The number of full runs.
///
/// The files of each stay until the end: a file system that has just removed thousands of files is slow
/// to create new ones.
var fullRuns = 0

/// Generates everything, or finds everything up to date.
@MainActor
func generate(_ set: String, _ file: String, isFresh: Bool = true) -> Command {
  let output = scratch.appending(path: "generated")
  return Command(momgen, "generate", "-q", "-t", set, "-o", output.path, file) {
    guard isFresh, FileManager.default.fileExists(atPath: output.path) else { return }
    fullRuns += 1
    try FileManager.default.moveItem(at: output, to: scratch.appending(path: "old-\(fullRuns)"))
  }
}

try require(
  2.0,
  "validate 5,000 entities / xmllint --noout",
  validate(models.large),
  than: xmllint(models.large)
)
try require(
  2.2,
  "validate 10,000 entities / 5,000 entities",
  validate(models.double),
  than: validate(models.large)
)
try require(
  1.3,
  "validate League / a program that imports Foundation",
  validate("Models/League.xcdatamodeld"),
  than: Command(folder.appending(path: "foundation-word").path)
)

/// Copies the output of the last full run: the cost of the files alone.
@MainActor
func copyOfOutput() -> Command {
  let copy = scratch.appending(path: "copied")
  return Command("/bin/cp", "-r", scratch.appending(path: "generated").path, copy.path) {
    guard FileManager.default.fileExists(atPath: copy.path) else { return }
    fullRuns += 1
    try FileManager.default.moveItem(at: copy, to: scratch.appending(path: "old-\(fullRuns)"))
  }
}

let start = Command(momgen, "--version")
for set in ["xcode", "portable"] {
  try require(
    2.0,
    "generate 200 entities (\(set)), less start-up / xmllint --noout",
    generate(set, models.small),
    than: xmllint(models.small),
    less: start
  )
  try require(
    3.0,
    "generate 200 entities (\(set)) / cp -r of its output",
    generate(set, models.small),
    than: copyOfOutput()
  )
  try require(
    2.0,
    "generate 5,000 entities (\(set)), less start-up / xmllint --noout",
    generate(set, models.large),
    than: xmllint(models.large),
    less: start,
    rounds: 3
  )
  try require(
    3.0,
    "generate 5,000 entities (\(set)) / cp -r of its output",
    generate(set, models.large),
    than: copyOfOutput(),
    rounds: 3
  )
  try require(
    2.2,
    "generate 10,000 entities (\(set)) / 5,000 entities",
    generate(set, models.double),
    than: generate(set, models.large),
    rounds: 3
  )
  // The folder is as the last full run of the reference left it.
  try require(
    1.0,
    "generate 5,000 entities (\(set)) again / for the first time",
    generate(set, models.large, isFresh: false),
    than: generate(set, models.large),
    rounds: 3
  )
}

exit(isAllMet ? 0 : 1)
