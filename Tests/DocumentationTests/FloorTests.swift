import CorpusFiles
import Foundation
import Testing

/// The table of targets in `ARCHITECTURE.md`, `Package.swift` and the folders of `Sources` agree.
@Suite("Floors") struct FloorTests {
  /// A target according to the table or the package.
  private struct Floor: Equatable, CustomStringConvertible {
    let folder: String
    let name: String
    let imports: Set<String>

    var description: String { "\(folder)/\(name) imports \(imports.sorted())" }
  }

  /// The height of each folder; folders of one height do not know each other.
  private static let heights = [
    "System": 0, "Basics": 1, "Models": 2, "Databases": 3, "Tools": 4, "Runtime": 4, "Studio": 5,
    "League": 5,
  ]

  private func text(_ path: String) throws -> String {
    try String(contentsOf: Corpus.package.appending(path: path), encoding: .utf8)
  }

  /// The rows of the table.
  private func table() throws -> [Floor] {
    try text("ARCHITECTURE.md").matches(
      of: /(?m)^\| (\w+) \| `([\w-]+)` \| [^|]+ \| ([^|]+) \|$/
    ).map { row in
      let imports = row.3.split(separator: ", ").map(String.init).filter { $0 != "–" }
      return Floor(folder: String(row.1), name: String(row.2), imports: Set(imports))
    }
  }

  /// The targets of the package below `Sources`.
  private func package() throws -> [Floor] {
    try calls(in: text("Package.swift")).compactMap { call in
      guard let kind = call.firstMatch(of: /^ *\.?(\w+)\(/)?.1,
        let name = call.firstMatch(of: /"([\w-]+)"/)?.1
      else { return nil }
      let folder: Substring?
      switch kind {
      case "system": folder = "System"
      case "target", "program", "modeled":
        folder =
          call.firstMatch(of: /path: "Sources\/(\w+)\//)?.1
          ?? call.firstMatch(of: /in: \.(\w+)/).map { Substring($0.1.capitalized) }
      default: folder = nil
      }
      guard let folder else { return nil }
      let list = call.firstMatch(of: /(?:, |\n *|dependencies: )\[(\s*"[^\]]*)\]/)?.1 ?? ""
      let imports = list.matches(of: /"([\w-]+)"/).map { String($0.1) }
      return Floor(
        folder: String(folder),
        name: String(name),
        imports: kind == "modeled" ? ["CoreData"] : Set(imports)
      )
    }
  }

  /// The calls that are elements of lists of the package's targets, each with its arguments.
  private func calls(in text: String) -> [String] {
    var calls: [String] = []
    var open: String?
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      if let call = open {
        open = call + "\n" + line
      } else if line.hasPrefix("    "), line.dropFirst(4).first?.isWhitespace == false,
        line.contains("(")
      {
        open = String(line)
      }
      guard let call = open else { continue }
      let depth = call.reduce(0) { $0 + ($1 == "(" ? 1 : $1 == ")" ? -1 : 0) }
      guard depth <= 0 else { continue }
      calls.append(call)
      open = nil
    }
    return calls
  }

  @Test("The table has every target with what it imports") func everyTarget() throws {
    let table = try table()
    let package = try package()
    #expect(package.count > 50)
    for target in package { #expect(table.contains(target), "\(target)") }
    for row in table { #expect(package.contains(row), "\(row)") }
  }

  @Test("Every folder of the sources is a target of its floor") func folders() throws {
    let sources = Corpus.package.appending(path: "Sources")
    let table = try table()
    for floor in try FileManager.default.contentsOfDirectory(atPath: sources.path) {
      let names = try FileManager.default.contentsOfDirectory(
        atPath: sources.appending(path: floor).path
      )
      for name in names where name != "Examples" {
        #expect(table.contains { $0.folder == floor && $0.name == name }, "\(floor)/\(name)")
      }
    }
  }

  @Test("Imports run downward only") func imports() throws {
    let table = try table()
    for target in table {
      let height = try #require(Self.heights[target.folder], "\(target)")
      for name in target.imports {
        let other = try #require(table.first { $0.name == name }, "\(target)")
        let otherHeight = try #require(Self.heights[other.folder])
        #expect(otherHeight < height || other.folder == target.folder, "\(target.name): \(name)")
      }
    }
  }
}
