import Foundation
import Ratios

/// The files that momgen makes of the model with a template set.
struct GeneratedFiles {
  let title: String
  let paths: [String]
  let lines: Int

  init(title: String, words: [String], model: String, folder: URL, momgen: String) throws {
    self.title = title
    try MeasuredProcess.run([momgen, "generate", "-q", "-o", folder.path] + words + [model])
    paths = try FileManager.default.contentsOfDirectory(atPath: folder.path)
      .filter { $0.hasSuffix(".swift") }.sorted().map { folder.appending(path: $0).path }
    lines = try paths.reduce(0) { count, path in
      count + (try Data(contentsOf: URL(filePath: path))).count { $0 == UInt8(ascii: "\n") }
    }
  }
}

extension GeneratedFiles {
  /// The same declarations with properties that do nothing, and without the table of key paths: no form of accessors that
  /// keeps the declarations takes less time to compile.
  func emptied(title: String, folder: URL) throws -> GeneratedFiles {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let paths = try self.paths.map { path in
      let text = try String(contentsOf: URL(filePath: path), encoding: .utf8)
        .replacing(#/{ get { .* } set { .* } }/#, with: "{ get { fatalError() } set {} }")
        .replacing(
          #/(static let table = GeneratedCodeV2\.KeyTable)\(.*/#,
          with: { "\($0.output.1)([], ())" }
        )
      let copy = folder.appending(path: URL(filePath: path).lastPathComponent)
      try Data(text.utf8).write(to: copy)
      return copy.path
    }
    return GeneratedFiles(title: title, paths: paths, lines: lines)
  }

  private init(title: String, paths: [String], lines: Int) {
    self.title = title
    self.paths = paths
    self.lines = lines
  }
}

/// The model that is measured: entities with an attribute of each type, a to-one and a to-many relationship.
enum MeasuredModel {
  static let entities = 100

  private static let types = [
    "Boolean", "Integer 16", "Integer 32", "Integer 64", "Double", "Float", "Decimal", "String",
    "Date", "Binary", "UUID", "URI",
  ]

  /// The text of its `contents` file.
  static var contents: String {
    var text = """
      <?xml version="1.0" encoding="UTF-8" standalone="yes"?>
      <model type="com.apple.IDECoreDataModeler.DataModel" documentVersion="1.0" \
      lastSavedToolsVersion="23788" systemVersion="24G84" minimumToolsVersion="Automatic" \
      sourceLanguage="Swift" userDefinedModelVersionIdentifier="">

      """
    for entity in 0..<entities {
      let next = "Entity\((entity + 1) % entities)"
      let previous = "Entity\((entity + entities - 1) % entities)"
      text += """
            <entity name="Entity\(entity)" representedClassName="Entity\(entity)" syncable="YES" \
        codeGenerationType="class">

        """
      for (index, type) in types.enumerated() {
        text += "        <attribute name=\"attribute\(index)\" optional=\"YES\" "
        text += "attributeType=\"\(type)\"/>\n"
      }
      text += """
                <relationship name="many" optional="YES" toMany="YES" deletionRule="Nullify" \
        destinationEntity="\(next)" inverseName="one" inverseEntity="\(next)"/>
                <relationship name="one" optional="YES" maxCount="1" deletionRule="Nullify" \
        destinationEntity="\(previous)" inverseName="many" inverseEntity="\(previous)"/>
            </entity>

        """
    }
    return text + "</model>\n"
  }
}
