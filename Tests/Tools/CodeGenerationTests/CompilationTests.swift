import Foundation
import ManagedModel
import ModelFiles
import TemplateEngine
import Testing

@testable import CodeGeneration

/// The keys that are code according to the contract compile, whatever the model contains.
struct CompilationTests {
  @Test func everythingCompiles() throws {
    let messages = try Self.messages(ContextModel(try ContextTests.sample("Everything")))
    #expect(messages == "")
  }

  @Test func hostileModelsCompile() throws {
    let resolved = ResolvedModel(HostileModel.model)
    let messages = try Self.messages(ContextModel(resolved, name: "\"\\(x)\n", version: "*/"))
    #expect(messages == "")
  }

  /// The output of the compiler for declarations generated from a model's context.
  private static func messages(_ model: ContextModel) throws -> String {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let code = try Template(source: template, path: "test").render(GenerationContext([model]).value)
    let file = folder.appending(path: "Generated.swift")
    try Data((runtime + code).utf8).write(to: file)
    let log = folder.appending(path: "log")
    try Data().write(to: log)
    let compiler = Process()
    compiler.executableURL = URL(filePath: "/usr/bin/env")
    compiler.arguments = ["swiftc", "-typecheck", "-parse-as-library", file.path]
    compiler.standardError = try FileHandle(forWritingTo: log)
    try compiler.run()
    compiler.waitUntilExit()
    let messages = try String(contentsOf: log, encoding: .utf8)
    return compiler.terminationStatus == 0 ? messages : messages + "\n" + code
  }

  /// A stub of the runtime, as far as the declarations need it.
  private static let runtime = """
    import Foundation
    class NSManagedObjectID: NSObject {}
    class NSManagedObject: NSObject {
      var objectID: NSManagedObjectID { NSManagedObjectID() }
      var isDeleted: Bool { false }
      var hasChanges: Bool { false }
      func didSave() {}
    }
    final class Color: NSObject {}

    """

  private static let template = """
    {% for m in models %}
    enum Model { static let name = {{ m.nameLiteral }}, version = {{ m.versionLiteral }} }
    enum Configurations {
    {% for c in m.configurationList %}
      static let {{ c.swiftName }} = {{ c.nameLiteral }}
    {% endfor %}
    }
    {% for c in m.composites %}
    struct {{ c.swiftName }} {
      {% for a in c.attributes %}
      var {{ a.swiftName }}: {{ a.swiftType }}
      {% endfor %}
    }
    {% endfor %}
    {% for name, e in m.entities %}
    {% for line in e.documentation %}
    /// {{ line }}
    {% endfor %}
    {% if e.hasClass %}
    class {{ e.swiftClassName }}: {{ e.swiftSuperclass }} {
      static let nameOf{{ e.swiftClassSuffix }} = {{ e.nameLiteral }}
    {% else %}
    enum {{ e.swiftName }}Names {
    {% endif %}
      {% for p in e.attributes %}
      {% for line in p.documentation %}
      /// {{ line }}
      {% endfor %}
      {% if e.hasClass %}
      var {{ p.swiftName }}: {{ p.swiftType }} { primitive{{ p.swiftSuffix }} }
      var primitive{{ p.swiftSuffix }}: {{ p.swiftStorageType }}{% if p.swiftIsOptional %}?{% endif %} { \
    fatalError({{ p.nameLiteral }}) }
      {% endif %}
      static let keyOf{{ p.swiftSuffix }} = {{ p.nameLiteral }}
      static var defaultOf{{ p.swiftSuffix }}: Any? { {{ p.defaultExpression|default:"nil" }} as Any? }
      static var patternOf{{ p.swiftSuffix }}: String? { \
    {{ p.regularExpressionLiteral|default:"nil" }} }
      {% endfor %}
      {% for p in e.relationships %}
      {% if e.hasClass %}
      var {{ p.swiftName }}: {{ p.swiftType }} { fatalError() }
      func addTo{{ p.swiftSuffix }}(_ value: {{ p.destinationClassName }}) {}
      {% endif %}
      {% endfor %}
    }
    {% endfor %}
    {% for name, list in m.fetchRequests %}{% for f in list %}
    func fetch{{ f.swiftSuffix }}({% for v in f.variables %}\
    {{ v.swiftName }}: {{ v.swiftType }}{% if not forloop.last %}, {% endif %}{% endfor %}) \
    -> [{{ f.swiftResultType }}] { fatalError({{ f.predicateLiteral|default:'""' }}) }
    {% endfor %}{% endfor %}
    {% endfor %}
    """
}

/// A model in which every text tries to become code.
enum HostileModel {
  static let texts = [
    "\"; fatalError() //", "\\(evil())", "line\nbreak", "`tick`", "*/ evil() /*", "../../up", "",
    "_", "1st", "self", "init", "Type", "class", "description", "hash", "objectID", "isDeleted",
    "didSave", "a b", "a-b", "turn\u{202E}ed", "naïve", "await", "Any", "Self", "nil", "$0",
    "😀", "\u{0}",
  ]

  static var model: Model {
    var model = Model()
    model.entities = texts.enumerated().map { index, text in
      var entity = Entity(name: "\(text)\(index)", representedClassName: "M.\(text)\(index)")
      entity.properties = texts.map(attribute)
      var entries = [UserInfoEntry(key: "documentation", value: text)]
      entries += texts.map { UserInfoEntry(key: $0, value: text) }
      // A type would have to exist.
      if SwiftTypeText(text) == nil {
        entries.append(UserInfoEntry(key: "mogenerator.customBaseClass", value: text))
      }
      entity.userInfo = UserInfo(entries: entries)
      return entity
    }
    model.entities += ["class", "Data", "Set", "Any", "Type", "`x`", "Date", "Void"].map { text in
      var entity = Entity(name: text, representedClassName: text)
      entity.properties =
        texts.map(attribute)
        + [
          .attribute(Attribute(name: "data", type: .binary)),
          .attribute(Attribute(name: "date", type: .date)),
          .relationship(Relationship(name: "many", destinationName: "Data", isToMany: true)),
          .relationship(Relationship(name: "one", destinationName: "class", isOptional: true)),
        ]
      return entity
    }
    model.entities.append(namedLikeTypes)
    model.entities += ["left", "entity", "lower"].map { name in
      var entity = Entity(name: name, representedClassName: name)
      entity.properties = [.attribute(Attribute(name: "a", type: .string))]
      return entity
    }
    model.configurations = texts.map { Configuration(name: $0) }
    model.composites = texts.map { text in
      Composite(name: text, attributes: texts.map { Attribute(name: $0, type: .string) })
    }
    model.fetchRequests = texts.map { text in
      FetchRequestTemplate(
        name: text,
        entityName: "Data",
        predicateText: "data == $class AND date > $self AND date IN $dates AND x == \"\(text)\""
      )
    }
    return model
  }

  /// Properties that shadow types, the module of types, and the class that contains them.
  private static var namedLikeTypes: Entity {
    var entity = Entity(name: "Shelf", representedClassName: "Shelf")
    let types: [(String, AttributeType)] = [
      ("UUID", .uuid), ("URL", .uri), ("NSDecimalNumber", .decimal), ("Foundation", .string),
      ("Address", .integer16), ("Role", .integer16), ("String", .date),
    ]
    entity.properties = types.map { .attribute(Attribute(name: $0, type: $1)) }
    entity.properties.append(
      .relationship(Relationship(name: "Shelf", destinationName: "Shelf", isOptional: true))
    )
    return entity
  }

  private static func attribute(_ text: String) -> Property {
    var attribute = Attribute(name: text, type: .string)
    attribute.defaultValueText = text
    attribute.regularExpression = text
    var entries = [UserInfoEntry(key: "documentation", value: text)]
    // A type would have to exist.
    if SwiftTypeText(text) == nil { entries.append(UserInfoEntry(key: "RawType", value: text)) }
    attribute.userInfo = UserInfo(entries: entries)
    return .attribute(attribute)
  }
}
