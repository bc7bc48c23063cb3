import CorpusFiles
import Foundation
import ManagedModel
import ModelFiles
import Testing

@testable import ModelDiagram

/// The texts of diagrams equal those in `Golden/<case>/`.
///
/// With `RECORD_DIAGRAMS=1` in the environment the files are written anew; such a run fails, so that
/// nobody takes it for a test. Look at the pictures before you commit them.
struct GoldenTests {
  static let cases = [
    "arranged-league", "company", "contacts", "empty", "everything", "everything-computed",
    "league",
    "zoo",
  ]

  @Test(arguments: cases, DiagramFormat.allCases)
  func textIsAsRecorded(name: String, format: DiagramFormat) throws {
    let model = ResolvedModel(try Self.model(name))
    let placement: DiagramPlacement = name.hasSuffix("-computed") ? .computed : .automatic
    let text = DiagramWriter(format: format, placement: placement).text(of: model, title: name)
    let folder = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(components: "Golden", name)
    let file = folder.appending(component: "diagram.\(format.fileExtension)")
    if ProcessInfo.processInfo.environment["RECORD_DIAGRAMS"] != nil {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      try Data(text.utf8).write(to: file)
      Issue.record("recorded \(name)/diagram.\(format.fileExtension)")
      return
    }
    let recorded = try String(decoding: Data(contentsOf: file), as: UTF8.self)
    guard text != recorded else { return }
    let changes = text.split(separator: "\n").difference(from: recorded.split(separator: "\n"))
    Issue.record("\(name)/\(file.lastPathComponent) differs:\n\(changes.map(Self.line).prefix(12))")
  }

  private static func line(_ change: CollectionDifference<Substring>.Change) -> String {
    switch change {
    case .insert(_, let line, _): "+ \(line)"
    case .remove(_, let line, _): "- \(line)"
    }
  }

  /// A model made in code, or one of those in `Models`.
  private static func model(_ name: String) throws -> Model {
    switch name {
    case "arranged-league": SampleModels.arrangedLeague
    case "empty": Model()
    case "zoo": SampleModels.zoo
    case "company": try bundled("Company", "Company 2")
    case "contacts": try bundled("Contacts", "Contacts")
    case "league": try bundled("League", "League 2")
    default: try bundled("Everything", "Everything")
    }
  }

  private static func bundled(_ bundle: String, _ version: String) throws -> Model {
    let file = Corpus.package.appending(
      components: "Models",
      "\(bundle).xcdatamodeld",
      "\(version).xcdatamodel",
      "contents"
    )
    let reading = ContentsReader.read([UInt8](try Data(contentsOf: file)))
    return try #require(reading.model, "\(file.path)")
  }
}
