// measure-models: the cost of momgen, as ratios to programs that do less, in one run.
//
// Each comparison runs its programs in turn, round after round, and takes the median of the rounds'
// ratios, so that a slow machine slows both. It is run in the folder of the package.

import Foundation
import Ratios

/// A folder in memory, if there is one: the time that a disk takes to create 10,000 files varies by a factor of ten.
let memoryFolder: URL = {
  let path = "/dev/shm"
  return FileManager.default.isWritableFile(atPath: path)
    ? URL(filePath: path) : FileManager.default.temporaryDirectory
}()

let folder = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()
let scratch =
  memoryFolder
  .appending(path: "measure-models-\(ProcessInfo.processInfo.processIdentifier)")
let momgen = folder.appending(path: "momgen").path
let start = Command(momgen, "--version")
var isAllMet = true

/// The file of a model with a number of entities, which is written at the first call.
func model(_ entities: Int) throws -> String {
  let file = scratch.appending(path: "\(entities).xml")
  if !FileManager.default.fileExists(atPath: file.path) {
    try Data(SyntheticModel(entities: entities).contents.utf8).write(to: file)
  }
  return file.path
}

/// Compares two commands, and prints and records the ratio.
@MainActor
func compare(
  _ title: String,
  _ subject: Command,
  to reference: Command,
  less overhead: Command? = nil,
  isOfBoth: Bool = false,
  rounds: Int = 9,
  atMost limit: Double
) throws {
  let ratio = try Comparison(rounds: rounds)
    .ratio(of: subject, to: reference, less: overhead, isOfBoth: isOfBoth)
  RatioLog.record(title, ratio.ratio)
  let isMet = ratio.ratio <= limit
  if !isMet { isAllMet = false }
  print(
    title.padding(toLength: max(title.count, 84), withPad: " ", startingAt: 0)
      + String(
        format: " %7.1f ms / %7.1f ms = %5.2f (at most %.2f: ",
        ratio.subject,
        ratio.reference,
        ratio.ratio,
        limit
      ) + (isMet ? "met)" : "MISSED)")
  )
  fflush(nil)
}

func xmllint(_ file: String) -> Command { Command("/usr/bin/xmllint", "--noout", file) }

func validate(_ file: String) -> Command { Command(momgen, "validate", file) }

@MainActor
func measureValidation() throws {
  try compare(
    "validate 5,000 entities / xmllint --noout",
    validate(model(5_000)),
    to: xmllint(model(5_000)),
    atMost: 2.0
  )
  try compare(
    "validate 10,000 entities / 5,000 entities",
    validate(model(10_000)),
    to: validate(model(5_000)),
    rounds: 5,
    atMost: 2.2
  )
  try compare(
    "validate League / a program that imports Foundation",
    validate("Models/League.xcdatamodeld"),
    to: Command(folder.appending(path: "foundation-word").path),
    atMost: 1.3
  )
}

/// Measures a template set, with a file for each entity or with two for the whole model.
@MainActor
func measureGeneration(_ set: String, atMost limit: Double) throws {
  for form in ["entity", "model"] {
    let title = form == "entity" ? set : "\(set), files=model"
    let generation = Generation(
      words: ["-t", set, "--param", "files=\(form)"],
      place: Output(scratch.appending(path: title)),
      momgen: momgen
    )
    for (entities, words, rounds) in [(200, "200", 9), (5_000, "5,000", 3)] {
      let file = try model(entities)
      try compare(
        "generate \(words) entities (\(title)), less start-up / xmllint --noout",
        generation.all(file),
        to: xmllint(file),
        less: start,
        rounds: rounds,
        atMost: limit
      )
      try compare(
        "generate \(words) entities (\(title)) again, less start-up / xmllint --noout",
        generation.again(file),
        to: xmllint(file),
        less: start,
        rounds: rounds,
        atMost: 1.5
      )
    }
    try compare(
      "generate 10,000 entities (\(title)) / 5,000 entities",
      generation.all(model(10_000)),
      to: generation.all(model(5_000)),
      rounds: 3,
      atMost: 2.2
    )
  }
}

/// Measures a template as users write them, which renders all entities into one file.
@MainActor
func measureTemplate() throws {
  let own = Generation(
    words: ["-t", "Benchmarks/MeasureModels/Classes.stencil"],
    place: Output(scratch.appending(path: "Classes.swift")),
    momgen: momgen
  )
  let set = Generation(
    words: ["-t", "xcode"],
    place: Output(scratch.appending(path: "Classes")),
    momgen: momgen
  )
  try compare(
    "generate 200 entities (own template) / (xcode), both less start-up",
    own.all(model(200)),
    to: set.all(model(200)),
    less: start,
    isOfBoth: true,
    atMost: 10
  )
  try compare(
    "generate 400 entities (own template) / 200 entities, both less start-up",
    own.all(model(400)),
    to: own.all(model(200)),
    less: start,
    isOfBoth: true,
    atMost: 2.4
  )
}

MeasuringProgram.run {
  try FileManager.default.createDirectory(at: scratch, withIntermediateDirectories: true)
  defer { try? FileManager.default.removeItem(at: scratch) }
  try measureValidation()
  try measureGeneration("xcode", atMost: 3.0)
  try measureGeneration("portable", atMost: 4.0)
  try measureTemplate()
  return isAllMet
}
