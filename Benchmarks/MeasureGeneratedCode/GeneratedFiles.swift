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

/// Bodies that do less than accessors need, and so take less time to compile than any that could be generated.
enum ReducedBodies {
  /// A getter returns nil, a setter does nothing.
  case empty

  /// A getter and a setter of an attribute are one call each, with a number for the property, of a
  /// function for its type.
  case call

  /// The names of the functions by the types of attributes.
  private static let functions = [
    "Bool": "bool", "Int16": "int16", "Int32": "int32", "Int64": "int64", "Double": "double",
    "Float": "float", "NSDecimalNumber": "decimal", "String": "string", "Date": "date",
    "Data": "data", "UUID": "uuid", "URL": "url",
  ]

  /// Returns the text of a generated file with these bodies.
  func reducing(_ text: String) -> String {
    text.replacing(#/(var \w+: )([\w<>]+)(\??) { get { .* } set { .* } }/#) { match in
      let (_, declaration, type, mark) = match.output
      let head = "\(declaration)\(type)\(mark) "
      if case .call = self, let name = Self.functions[String(type)] {
        return head + "{ get { \(name)(7) } set { set_\(name)(newValue, 7) } }"
      }
      return head + "{ get { \(mark.isEmpty ? "[]" : "nil") } set {} }"
    }
  }

  /// The text of a file with the functions.
  var support: String {
    let functions = Self.functions.sorted { $0.key < $1.key }.map { type, name in
      """
        @inline(never) func \(name)(_ number: Int) -> \(type)? { nil }
        @inline(never) func set_\(name)(_ value: \(type)?, _ number: Int) {}

      """
    }
    return "import CoreData\n\nextension NSManagedObject {\n\(functions.joined())}\n"
  }
}

extension GeneratedFiles {
  /// The same declarations with bodies that do less.
  func reduced(to bodies: ReducedBodies, title: String, folder: URL) throws -> GeneratedFiles {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let copies = try paths.map { path in
      let text = bodies.reducing(try String(contentsOf: URL(filePath: path), encoding: .utf8))
      let copy = folder.appending(path: URL(filePath: path).lastPathComponent)
      try Data(text.utf8).write(to: copy)
      return copy.path
    }
    let support = folder.appending(path: "Support.swift")
    try Data(bodies.support.utf8).write(to: support)
    return GeneratedFiles(title: title, paths: copies + [support.path], lines: lines)
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
