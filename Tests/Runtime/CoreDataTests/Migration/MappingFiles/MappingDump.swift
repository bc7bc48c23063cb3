import Foundation

/// The text of an `xcmapping.xml`, object by object, in Xcode's format.
struct MappingDump {
  private var objects: [String] = []

  /// The identifiers of the entity mappings, in model order.
  private var entities: [String] = []
  private var count = 100

  /// The other properties of the mapping model object.
  var model: [(name: String, type: String, text: String)] = []

  /// The attributes of an object; their names determine the types in Xcode's files.
  typealias Fields = KeyValuePairs<String, String>

  private static func type(of name: String) -> String {
    if name.hasSuffix("data") { return "binary" }
    switch name {
    case "mappingnumber": return "int16"
    case "autogenerateexpression": return "bool"
    default: return "string"
    }
  }

  @discardableResult
  private mutating func add(
    _ type: String,
    _ fields: Fields,
    relationships: [(name: String, destination: String, identifiers: [String])] = []
  ) -> String {
    count += 1
    let identifier = "z\(count)"
    let attributes = fields.map { name, text in
      "<attribute name=\"\(name)\" type=\"\(Self.type(of: name))\">\(Self.escaped(text))</attribute>"
    }
    let ends = relationships.map { relationship in
      let references =
        relationship.identifiers.isEmpty
        ? "" : " idrefs=\"\(relationship.identifiers.joined(separator: " "))\""
      return "<relationship name=\"\(relationship.name)\" type=\"0/0\" "
        + "destination=\"\(relationship.destination)\"\(references)></relationship>"
    }
    objects.append(
      (["<object type=\"\(type)\" id=\"\(identifier)\">"] + attributes + ends + ["</object>"])
        .joined(separator: "\n    ")
    )
    return identifier
  }

  private static func escaped(_ text: String) -> String {
    text.replacingOccurrences(of: "&", with: "&amp;").replacingOccurrences(of: "<", with: "&lt;")
  }

  /// Adds an entity mapping with its property mappings.
  mutating func entity(_ fields: Fields, attributes: [Fields] = [], relationships: [Fields] = []) {
    let attributes = attributes.map { add("XDDEVATTRIBUTEMAPPING", $0) }
    let relationships = relationships.map { add("XDDEVRELATIONSHIPMAPPING", $0) }
    entities.append(
      add(
        "XDDEVENTITYMAPPING",
        fields,
        relationships: [
          ("attributemappings", "XDDEVATTRIBUTEMAPPING", attributes),
          ("relationshipmappings", "XDDEVRELATIONSHIPMAPPING", relationships),
        ]
      )
    )
  }

  /// Adds an object without references to it.
  mutating func leftover(_ type: String, _ fields: Fields) {
    add(type, fields)
  }

  /// The file with all added objects and the mapping model object.
  var text: String {
    var dump = self
    let fields = model.map { name, type, text in
      "<attribute name=\"\(name)\" type=\"\(type)\">\(text)</attribute>"
    }
    dump.objects.append(
      """
      <object type="XDDEVMAPPINGMODEL" id="z100">
      \(fields.joined(separator: "\n"))
      <relationship name="entitymappings" type="0/0" destination="XDDEVENTITYMAPPING" \
      idrefs="\(entities.joined(separator: " "))"></relationship>
      </object>
      """
    )
    return """
      <?xml version="1.0" standalone="yes"?>
      <!DOCTYPE database SYSTEM "file:///System/Library/DTDs/CoreData.dtd">

      <database>
      <databaseInfo>
        <version>134481920</version>
        <UUID>4D3C0C62-0D5B-4A2B-8D42-7B1F5E9A0C11</UUID>
        <nextObjectID>\(count + 1)</nextObjectID>
        <metadata><plist version="1.0"><dict><key>NSPersistenceFrameworkVersion</key>
        <integer>1044</integer></dict></plist></metadata>
      </databaseInfo>
      \(dump.objects.joined(separator: "\n"))
      </database>
      """
  }

  /// Writes the file into a mapping model folder.
  func write(to folder: URL) throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try Data(text.utf8).write(to: folder.appendingPathComponent("xcmapping.xml"))
  }
}
