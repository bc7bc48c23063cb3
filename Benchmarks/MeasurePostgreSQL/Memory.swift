import CoreData
import Foundation
import League

/// The memory of this process, as reported by Linux.
enum Memory {
  /// Shows the memory of the fetched players, and the peak of the fetch: the rows of the server must
  /// not be in memory all at once.
  static func measure(_ url: URL) throws {
    let reader = try ServerContender(url)
    defer { try? reader.close() }
    let request: NSFetchRequest<Player> = Player.fetchRequest()
    request.fetchLimit = 1
    _ = try reader.context.fetch(request)
    request.fetchLimit = 0
    let before = resident
    resetPeak()
    let players = try reader.context.fetch(request)
    let (after, peak) = (resident, peak)
    func mebibytes(_ bytes: Int) -> String { String(format: "%.1f", Double(bytes) / 1_048_576) }
    print(
      "\(players.count) fetched players take \(mebibytes(after - before)) MiB;",
      "at the peak of the fetch it was \(mebibytes(peak - before)) MiB"
    )
  }

  static var resident: Int { bytes("VmRSS:") }

  /// The highest value of ``resident`` since ``resetPeak()``.
  static var peak: Int { bytes("VmHWM:") }

  static func resetPeak() {
    try? "5".write(toFile: "/proc/self/clear_refs", atomically: false, encoding: .utf8)
  }

  private static func bytes(_ name: String) -> Int {
    let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
    let line = status.split(separator: "\n").first { $0.hasPrefix(name) }
    return (line?.split { !$0.isNumber }.first.flatMap { Int($0) } ?? 0) * 1_024
  }
}
