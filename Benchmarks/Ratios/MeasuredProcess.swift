import Foundation

/// Runs programs and waits for them.
package enum MeasuredProcess {
  /// The command that failed.
  package struct Failure: Error, CustomStringConvertible {
    package let words: [String]

    package var description: String {
      let shown = 8
      return
        "this failed: \(words.prefix(shown).joined(separator: " "))\(words.count > shown ? " …" : "")"
    }
  }

  /// Runs a program with all its children, and shows their output only if it fails.
  ///
  /// - Returns: The CPU time of all of them, in seconds.
  @discardableResult
  package static func run(_ words: [String], in folder: URL? = nil) throws -> Double {
    let before = cpuTime
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = words
    process.currentDirectoryURL = folder
    let output = Pipe()
    process.standardOutput = output
    process.standardError = output
    try process.run()
    let text = try output.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else {
      FileHandle.standardError.write(text)
      throw Failure(words: words)
    }
    return cpuTime - before
  }

  private static func seconds(_ time: timeval) -> Double {
    Double(time.tv_sec) + Double(time.tv_usec) / 1_000_000
  }

  /// The CPU time of all child processes that have ended, and of theirs.
  private static var cpuTime: Double {
    var usage = rusage()
    getrusage(RUSAGE_CHILDREN.rawValue, &usage)
    return seconds(usage.ru_utime) + seconds(usage.ru_stime)
  }
}
