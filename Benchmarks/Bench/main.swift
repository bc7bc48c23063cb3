// bench: runs the measuring programs one after the other, and keeps their ratios in a history.
//
//   bench --history FILE [--no-record] PROGRAM…
//
// The programs are beside this one. All of them run, even if one has missed a bound; the exit status reports it.

import Foundation
import Ratios

struct Failure: Error, CustomStringConvertible {
  var description: String
}

/// The options of the command line.
struct Request {
  var history = ""
  var isRecorded = true
  var programs: [String] = []

  init(_ words: [String]) throws {
    var words = words[...]
    while let word = words.popFirst() {
      switch word {
      case "--history":
        guard let path = words.popFirst() else { throw Self.misuse }
        history = path
      case "--no-record": isRecorded = false
      case _ where word.hasPrefix("-"): throw Self.misuse
      default: programs.append(word)
      }
    }
    guard !history.isEmpty, !programs.isEmpty else { throw Self.misuse }
  }

  static let misuse = Failure(description: "bench --history FILE [--no-record] PROGRAM…")
}

/// Returns the output of a git command, or nil outside of a clone.
func git(_ words: String...) -> String? {
  let process = Process()
  process.executableURL = URL(filePath: "/usr/bin/env")
  process.arguments = ["git"] + words
  let pipe = Pipe()
  process.standardOutput = pipe
  process.standardError = FileHandle.nullDevice
  guard (try? process.run()) != nil else { return nil }
  let data = pipe.fileHandleForReading.readDataToEndOfFile()
  process.waitUntilExit()
  guard process.terminationStatus == 0 else { return nil }
  return String(decoding: data, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
}

/// Returns the date and the short name of the commit that is checked out; one with edits gets a plus sign.
func commit() -> (date: String, name: String) {
  guard let line = git("log", "-1", "--format=%cs %h")?.split(separator: " "), line.count == 2
  else { return ("-", "-") }
  let isEdited = git("status", "--porcelain", "--untracked-files=no")?.isEmpty == false
  return (String(line[0]), line[1] + (isEdited ? "+" : ""))
}

/// Runs a program with the file for its ratios in the environment.
func run(_ program: URL, ratios: URL) throws -> Bool {
  print("\n# \(program.lastPathComponent)")
  fflush(nil)
  let process = Process()
  process.executableURL = program
  var environment = ProcessInfo.processInfo.environment
  environment[RatioLog.variable] = ratios.path
  process.environment = environment
  try process.run()
  process.waitUntilExit()
  return process.terminationStatus == 0
}

@MainActor
func main() throws -> Bool {
  let request = try Request(Array(CommandLine.arguments.dropFirst()))
  let file = URL(filePath: request.history)
  let isThere = FileManager.default.fileExists(atPath: file.path)
  var history = try RatioHistory(isThere ? String(contentsOf: file, encoding: .utf8) : "")
  let ratios = FileManager.default.temporaryDirectory
    .appending(path: "bench-\(ProcessInfo.processInfo.processIdentifier).tsv")
  try Data().write(to: ratios)
  defer { try? FileManager.default.removeItem(at: ratios) }

  let folder = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()
  var failed: [String] = []
  for program in request.programs where try !run(folder.appending(path: program), ratios: ratios) {
    failed.append(program)
  }
  let found = RatioLog.read(try String(contentsOf: ratios, encoding: .utf8))
  let (date, name) = commit()
  let losses = history.append(found, date: date, commit: name)
  if request.isRecorded { try Data(history.text.utf8).write(to: file, options: .atomic) }
  print("\n\(found.count) ratios\(request.isRecorded ? " recorded in \(request.history)" : "")")
  for loss in losses {
    let change = Int(((loss.now / loss.before - 1) * 100).rounded())
    print(
      "worse by \(change) %: \(loss.workload), \(Ratio.text(loss.before)) → \(Ratio.text(loss.now))"
    )
  }
  if !failed.isEmpty { print("with a bound missed, or failed: \(failed.joined(separator: ", "))") }
  return failed.isEmpty
}

MeasuringProgram.run(main)
