import Foundation
import Measuring

/// What one process has measured: one contender with one workload.
struct Part {
  var milliseconds: Double
  var check: Int

  /// By how much the memory of the process had grown at the most, in the first repetition.
  var kibibytes: Int

  /// Measures in this process, and prints what came out.
  static func measure(_ arguments: Arguments) throws {
    guard let (name, workload) = arguments.part else { return }
    let squad = Squad(teams: arguments.teams)
    let contender: any Contender =
      name == "raw" ? RawContender(squad: squad) : StoreContender(squad: squad)
    let scratch = try Scratch(in: arguments.folder)
    var times: [Double] = []
    var check = 0
    var growth = 0
    for repetition in 0..<arguments.repetitions {
      let path = try scratch.copy(of: arguments.template)
      let before = ProcessMemory.resident()
      if repetition == 0 { ProcessMemory.forgetPeak() }
      let outcome = try contender.run(workload, on: path)
      if repetition == 0 { growth = ProcessMemory.peak() - before }
      times.append(outcome.milliseconds)
      check = outcome.check
    }
    print(times.median, check, growth)
  }

  /// Starts a process that measures.
  init(
    _ contender: String,
    _ workload: Workload,
    _ arguments: Arguments,
    template: String,
    repetitions: Int,
    keepsHeap: Bool = true
  ) throws {
    let process = Process()
    process.executableURL = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
    process.arguments = [
      "--part", contender, workload.rawValue, "--template", template, "--teams",
      "\(arguments.teams)", "--repetitions", "\(repetitions)", "--folder", arguments.folder,
    ]
    var environment = ProcessInfo.processInfo.environment
    if keepsHeap {
      // Else the first fetch after a large array has gone pays for its memory once more.
      environment["MALLOC_TRIM_THRESHOLD_"] = "1073741824"
      environment["MALLOC_MMAP_THRESHOLD_"] = "1073741824"
      environment["MALLOC_TOP_PAD_"] = "67108864"
    }
    process.environment = environment
    let pipe = Pipe()
    process.standardOutput = pipe
    try process.run()
    let text = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    let words = text.split(whereSeparator: \.isWhitespace)
    guard words.count == 3, let milliseconds = Double(words[0]), let check = Int(words[1]),
      let kibibytes = Int(words[2])
    else {
      throw Arguments.Misuse(description: "\(contender) \(workload.rawValue) failed: \(text)")
    }
    self.milliseconds = milliseconds
    self.check = check
    self.kibibytes = kibibytes
  }
}

/// The memory of this process, in KiB.
enum ProcessMemory {
  static func resident() -> Int { field("VmRSS") }
  static func peak() -> Int { field("VmHWM") }

  static func forgetPeak() {
    try? Data("5".utf8).write(to: URL(filePath: "/proc/self/clear_refs"))
  }

  private static func field(_ name: String) -> Int {
    let text = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
    let line = text.split(separator: "\n").first { $0.hasPrefix(name + ":") }
    return line?.split(whereSeparator: \.isWhitespace).dropFirst().first.flatMap { Int($0) } ?? 0
  }
}

extension [Double] {
  var median: Double {
    let sorted = self.sorted()
    guard let middle = sorted[checkedIndex: count / 2] else { return .nan }
    guard count.isMultiple(of: 2), let below = sorted[checkedIndex: count / 2 - 1] else {
      return middle
    }
    return (middle + below) / 2
  }

  private subscript(checkedIndex index: Int) -> Double? {
    indices.contains(index) ? self[index] : nil
  }
}
