import Foundation
import Ratios

/// Runs of `momgen generate` with one template set in one form.
///
/// Those of the same form share an output folder: a run in which nothing changes follows one that has filled it.
@MainActor
struct Generation {
  /// The words that name the template set and its form.
  let words: [String]
  let place: Output
  let momgen: String

  /// Generates everything.
  func all(_ model: String) -> Command { command(model, prepare: place.moveAside) }

  /// Finds everything up to date.
  func again(_ model: String) -> Command { command(model) {} }

  private func command(
    _ model: String,
    prepare: @escaping @MainActor () throws -> Void
  ) -> Command {
    var command = Command(momgen, "generate", "-q", prepare: prepare)
    command.words += words + ["-o", place.path.path, model]
    return command
  }
}

/// The output of a program: a file or a folder.
///
/// That of each run stays until the end: a file system that has just removed thousands of files is slow to create new
/// ones.
@MainActor
final class Output {
  let path: URL
  private var runs = 0

  init(_ path: URL) { self.path = path }

  func moveAside() throws {
    guard FileManager.default.fileExists(atPath: path.path) else { return }
    runs += 1
    let aside = path.deletingLastPathComponent()
      .appending(path: "old \(path.lastPathComponent) \(runs)")
    try FileManager.default.moveItem(at: path, to: aside)
  }
}
