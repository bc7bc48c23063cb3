import BuiltPrograms
import CorpusFiles
import ManagedModel
import ModelFiles
import Testing

@testable import CodeGeneration

/// Valid models whose names and types could break generated code: it compiles
/// without a warning.
struct AwkwardModelTests {
  struct Case: CustomTestStringConvertible, Sendable {
    var testDescription: String
    /// The elements of the model's file.
    var contents: String
    var parameters: [String] = []
    var isAllInternalByDefault = true
    /// The user's own code.
    var ownCode = ""
  }

  @Test(.enabled(if: BuiltModules.isThere), arguments: cases)
  func compiles(_ item: Case) throws {
    let model = ContextModel(try loaded(item.contents))
    for files in ["files=model", "files=entity"] {
      let portable = try RenderedSet("portable", model, parameters: item.parameters + [files])
      let stack = try RenderedSet(
        "stack",
        model,
        parameters: item.parameters.filter { $0.hasPrefix("accessLevel") }
      )
      let all = (Array(portable.files.values) + stack.files.values).map(\.text)
      let run = CompilerRun(mode: "6", isInternalByDefault: item.isAllInternalByDefault)
      #expect(try run.messages(all, item.ownCode) == "")
    }
  }

  @Test("Classes that no generated code can name are reported", arguments: ["ID", "GeneratedKey"])
  func unspeakableClassesAreReported(name: String) throws {
    let model = ContextModel(
      try loaded(
        "<entity name=\"E\" representedClassName=\"\(name)\" codeGenerationType=\"class\"/>"
      )
    )
    #expect(model.naming.issues.map(\.rule) == [.accessorClash])
    #expect(model.naming.issues.first?.message.contains("'\(name)'") == true)
  }

  @Test func aDotBeforeAClassIsTheCurrentModule() throws {
    let model = ContextModel(
      try loaded(
        """
        <entity name="E" representedClassName="E" codeGenerationType="class">
        <attribute name="a" optional="YES" attributeType="Transformable" customClassName=".NSArray"/>
        </entity>
        """
      )
    )
    let attribute = try #require(model.model.entities[0].attributes.first)
    #expect(model.typing.type(of: attribute).storage == "NSArray")
    #expect(model.typing.xcodeType(of: attribute) == "NSArray?")
    #expect(model.naming.issues.isEmpty)
  }

  private func loaded(_ contents: String) throws -> LoadedModel {
    let scratch = try Scratch()
    _ = try scratch.write(
      """
      <?xml version="1.0" encoding="UTF-8" standalone="yes"?>
      <model type="com.apple.IDECoreDataModeler.DataModel" documentVersion="1.0" \
      lastSavedToolsVersion="23788" systemVersion="24G84" minimumToolsVersion="Automatic" \
      sourceLanguage="Swift" userDefinedModelVersionIdentifier="">
      \(contents)
      </model>
      """,
      to: "M.xcdatamodel/contents"
    )
    return try #require(ModelLoader().load(scratch.path("M.xcdatamodel")).loaded)
  }
}

extension AwkwardModelTests {
  private static func entity(_ name: String, _ more: String = "", _ properties: String = "")
    -> String
  {
    """
    <entity name="\(name)" representedClassName="\(name)" codeGenerationType="class" \(more)>\(properties)
    </entity>
    """
  }

  private static func attribute(_ name: String, _ type: String, _ more: String = "") -> String {
    "<attribute name=\"\(name)\" attributeType=\"\(type)\" \(more)/>"
  }

  static let cases: [Case] = [
    Case(
      testDescription: "properties called ID",
      contents: entity("Card", "", attribute("ID", "String", "optional=\"YES\""))
        + entity(
          "Deck",
          "",
          "<relationship name=\"ID\" optional=\"YES\" maxCount=\"1\" deletionRule=\"Nullify\" "
            + "destinationEntity=\"Card\"/>"
        ) + entity("Joker", "parentEntity=\"Card\"")
    ),
    Case(
      testDescription: "classes of which others are made stay open",
      contents: entity("Base") + entity("Leaf")
        + "<entity name=\"One\" representedClassName=\"Shared\" codeGenerationType=\"class\"/>"
        + "<entity name=\"Two\" representedClassName=\"Shared\" codeGenerationType=\"class\"/>"
        + entity("Child", "parentEntity=\"Two\"")
        + entity(
          "Wishing",
          "",
          "<userInfo><entry key=\"momgen.superclass\" value=\"Base\"/></userInfo>"
        ),
      parameters: ["final=true"]
    ),
    Case(
      testDescription: "texts with attributes that are required, and values of any type",
      contents: entity(
        "Note",
        "",
        attribute("text", "Transformable", "customClassName=\"NSAttributedString\"")
          + attribute("any", "Transformable", "optional=\"YES\" customClassName=\"Any\"")
          + attribute("some", "Transformable", "customClassName=\"Any\"")
          + attribute("list", "Transformable", "customClassName=\".NSArray\"")
          + attribute("NSArray", "Transformable", "customClassName=\"NSArray\"")
      )
    ),
    Case(
      testDescription: "variables that are keywords",
      contents: entity("Page", "", attribute("number", "Integer 32"))
        + """
        <fetchRequest name="find" entity="Page" \
        predicateString="number IN {$class, $in, $let, $self, $inout, $where, $Any}"/>
        """
    ),
    Case(
      testDescription: "composites whose members are named like them, and empty ones",
      contents: entity(
        "Owner",
        "",
        attribute("inner", "Composite", "optional=\"YES\" elementType=\"Inner\"")
      )
        + """
        <composite name="Inner">\(attribute("name", "String"))</composite>
        <composite name="Outer">\(attribute("Inner", "Composite", "elementType=\"Inner\""))</composite>
        <composite name="Empty"/><composite name="ID">\(attribute("a", "String"))</composite>
        """
    ),
    Case(
      testDescription: "an index of nothing",
      contents: entity("Indexed", "", attribute("a", "String") + "<fetchIndex name=\"byNothing\"/>")
    ),
    Case(
      testDescription: "classes named like parts of a stack",
      contents: ["Entities", "Mismatch", "CustomStringConvertible", "CheckedContinuation", "Store"]
        .map { entity($0) }.joined()
    ),
    Case(
      testDescription: "properties named like the functions and members that accessors use",
      contents: entity(
        "Thing",
        "",
        [
          "value", "setValue", "destination", "members", "setMembers", "results",
          "insert", "remove", "keep", "replace", "anyValue", "decimalNumber", "orderedMembers",
          "first", "first_", "end", "end_", "count", "table", "properties", "number", "default",
          "Type", "Protocol", "newValue", "values", "String", "Set", "Int", "GeneratedCodeV2",
          "GeneratedObject", "Thing", "Root", "AnyKeyPath",
        ].map { attribute($0, "String", $0.count.isMultiple(of: 2) ? "optional=\"YES\"" : "") }
          .joined()
          + attribute("index", "Decimal") + attribute("at", "Integer 16") + attribute("any", "Date")
          + "<relationship name=\"into\" optional=\"YES\" toMany=\"YES\" "
          + "deletionRule=\"Nullify\" destinationEntity=\"Thing\"/>"
          + "<relationship name=\"in\" optional=\"YES\" toMany=\"YES\" ordered=\"YES\" "
          + "deletionRule=\"Nullify\" destinationEntity=\"Thing\"/>"
      ) + entity("Special", "parentEntity=\"Thing\"", attribute("of", "String"))
        + entity("Plain", "parentEntity=\"Special\"")
        + entity("MoreSpecial", "parentEntity=\"Plain\"", attribute("until", "Float")),
      parameters: ["primitives=true"]
    ),
    Case(
      testDescription: "no class that names a type of Core Data",
      contents: """
        <entity name="Mine" representedClassName="Mine" codeGenerationType="category">\
        \(attribute("a", "String"))</entity>
        """,
      ownCode: "public import CoreData\nnonisolated public class Mine: NSManagedObject {}\n"
    ),
    Case(
      testDescription: "classes of a package beside files that say nothing of access",
      contents: entity("Person", "", attribute("name", "String"))
        + entity("Player", "parentEntity=\"Person\"", attribute("goals", "Integer 32"))
        + "<composite name=\"Place\">\(attribute("street", "String"))</composite>",
      parameters: ["accessLevel=package"],
      isAllInternalByDefault: false
    ),
  ]
}
