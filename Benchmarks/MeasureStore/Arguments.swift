import Foundation

/// The command line.
struct Arguments {
  /// The contender and the workload, in a process that only measures one of them.
  var part: (contender: String, workload: Workload)?

  var workloads = Workload.table

  /// The number of rounds: so many that the median of their ratios hardly varies from run to run.
  var rounds = 11
  var repetitions = 5
  var teams = 1_000
  var template = ""

  /// The greatest number of rows for which the growth of costs is measured; 0 to skip that.
  var growth = 0

  /// The program that measures other libraries; empty to skip them.
  var peers = ""

  /// The documentation page whose table is replaced, with its plot beside it; empty to only print.
  var page = ""

  /// The folder of stores: in memory, so that disks do not affect the figures.
  var folder = FileManager.default.fileExists(atPath: "/dev/shm") ? "/dev/shm" : "/tmp"

  struct Misuse: Error, CustomStringConvertible {
    var description: String
  }

  init(_ words: [String]) throws {
    var words = words[...]
    func value(of option: String) throws -> String {
      guard let value = words.popFirst() else { throw Misuse(description: "\(option) what?") }
      return value
    }
    func number(of option: String) throws -> Int {
      guard let number = Int(try value(of: option)), number >= 0 else {
        throw Misuse(description: "\(option) takes a number")
      }
      return number
    }
    func workload(_ name: String) throws -> Workload {
      guard let found = Workload(rawValue: name) else {
        throw Misuse(description: "no workload \(name); there are \(Self.names)")
      }
      return found
    }
    while let option = words.popFirst() {
      switch option {
      case "--part":
        part = (try value(of: option), try workload(try value(of: option)))
      case "--only":
        workloads = try value(of: option).split(separator: ",").map { try workload(String($0)) }
      case "--rounds": rounds = max(1, try number(of: option))
      case "--repetitions": repetitions = max(1, try number(of: option))
      case "--teams": teams = max(200, try number(of: option))
      case "--growth": growth = try number(of: option)
      case "--peers": peers = try value(of: option)
      case "--page": page = try value(of: option)
      case "--folder": folder = try value(of: option)
      case "--template": template = try value(of: option)
      default:
        throw Misuse(
          description:
            "unknown: \(option). measure-store [--only a,b] [--rounds N] [--repetitions N]"
            + " [--teams N] [--growth ROWS] [--folder PATH] [--peers PROGRAM] [--page FILE]"
        )
      }
    }
  }

  private static var names: String { Workload.allCases.map(\.rawValue).joined(separator: " ") }
}
