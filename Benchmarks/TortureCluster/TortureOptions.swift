import Foundation

/// The arguments of the command line.
struct TortureOptions {
  /// The number of faults.
  var faults = 10

  /// Whether a commit waits for a standby.
  var isSynchronous = true

  /// The kinds of faults, in rotation.
  var kinds = Fault.allCases

  init(_ words: [String]) throws {
    var words = words[...]
    while let word = words.popFirst() {
      switch word {
      case "--faults":
        guard let count = words.popFirst().flatMap({ Int($0) }), count > 0 else {
          throw TortureError("--faults needs a number")
        }
        faults = count
      case "--kinds":
        let names = words.popFirst()?.split(separator: ",").map(String.init) ?? []
        kinds = names.compactMap(Fault.init)
        guard !kinds.isEmpty, kinds.count == names.count else {
          throw TortureError("--kinds needs some of \(Fault.allCases.map(\.rawValue))")
        }
      case "--asynchronous": isSynchronous = false
      default:
        throw TortureError(
          "usage: torture-cluster [--faults N] [--kinds KIND,…] [--asynchronous]"
        )
      }
    }
  }
}

/// The reason why the torture cannot run.
struct TortureError: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}

/// Prints a line immediately.
func show(_ line: String) { FileHandle.standardOutput.write(Data((line + "\n").utf8)) }
