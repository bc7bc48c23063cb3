import ManagedModel
import ModelComparison
import ModelFiles
import SQLSchema
import Testing

@testable import ModelReview

/// The consequences, remarks and advice of small edits: each sentence must be true.
struct ConsequenceTests {
  /// Two versions, and the report: `consequence action kind name: remarks / advice`.
  struct Case: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var old: String
    var new: String
    var says: [String]

    init(_ title: String, _ old: String, _ new: String, says: String...) {
      testDescription = title
      self.old = old
      self.new = new
      self.says = says
    }
  }

  @Test(
    arguments: numbers + toMany + connections + constraints + partialLosses + standstills + missing
  )
  func says(_ edit: Case) throws {
    let old = ResolvedModel(try #require(Self.model(edit.old)))
    let new = ResolvedModel(try #require(Self.model(edit.new)))
    let diff = ModelDiff(from: old, to: new)
    let found = diff.changes.map { change in
      let title =
        "\(change.consequence.rawValue) \(change.action.word) \(change.element.kind.rawValue) "
        + change.element.name
      let remarks = change.remarks.isEmpty ? "" : ": " + change.remarks.joined(separator: "; ")
      return change.advice.reduce(title + remarks) { "\($0) / \($1)" }
    }
    #expect(found == edit.says)
    let needsHelp = diff.changes.contains { $0.consequence >= .mapping }
    #expect(needsHelp || diff.correspondence.obstacles.isEmpty)
  }

  private static func model(_ text: String) -> Model? {
    ContentsReader.read(Array("<model>\(text)</model>".utf8)).model
  }

  // MARK: Numbers

  private static func value(_ type: String) -> String {
    "<entity name=\"A\"><attribute name=\"v\" optional=\"YES\" attributeType=\"\(type)\"/></entity>"
  }

  private static func type(_ old: String, _ new: String, _ says: String) -> Case {
    let consequence = says.prefix { $0 != ":" }
    return Case(
      "\(old) to \(new)",
      value(old),
      value(new),
      says: "\(consequence) changed attribute A.v\(says.dropFirst(consequence.count))"
    )
  }

  private static let unfit =
    "migration fails for stores with values that Integer 16 does not have; "
    + "the behavior of Apple's Core Data is not established"
  private static let fit = " / change values that do not fit in code before the migration"
  private static let stage =
    " / write a mapping model or a stage, or add a new attribute and fill it in code"

  static let numbers = [
    type("Boolean", "Integer 32", "lightweight"),
    type("Boolean", "Double", "lightweight"),
    type("Integer 16", "Integer 64", "lightweight"),
    type("Integer 16", "Float", "lightweight"),
    type("Integer 32", "Double", "lightweight"),
    type("Float", "Double", "lightweight"),
    type("Integer 64", "Double", "lightweight: numbers of more than 15 digits may be rounded"),
    type("Integer 32", "Float", "lightweight: numbers of more than 7 digits may be rounded"),
    type("Double", "Float", "lightweight: numbers of more than 7 digits may be rounded"),
    type("Integer 32", "Integer 16", "mapping: \(unfit)\(fit)"),
    type("Double", "Integer 16", "data-loss: fractions are cut off; \(unfit)\(fit)"),
    type(
      "Integer 32",
      "Boolean",
      "data-loss: every number other than 0 becomes true / keep the number, or write a mapping model "
        + "or a stage"
    ),
    type(
      "Integer 64",
      "Decimal",
      "mapping: whether Core Data infers a migration to or from Decimal is not established\(stage)"
    ),
    type(
      "Decimal",
      "Double",
      "mapping: whether Core Data infers a migration to or from Decimal is not established\(stage)"
    ),
    type(
      "Integer 32",
      "Date",
      "mapping: Core Data infers no migration between these types\(stage)"
    ),
    type(
      "String",
      "Integer 32",
      "mapping: Core Data infers no migration between these types\(stage)"
    ),
    type("String", "URI", "mapping: Core Data infers no migration between these types\(stage)"),
  ]

  // MARK: Versions between which nothing is migrated, and entities without objects

  private static func swapped(_ names: [(String, was: String?)], modifier: String = "") -> String {
    "<entity name=\"A\"\(modifier)>"
      + names.map { name, was in
        "<attribute name=\"\(name)\" optional=\"YES\" attributeType=\"String\""
          + (was.map { " elementID=\"\($0)\"" } ?? "") + "/>"
      }.joined() + "</entity>"
  }

  private static let standstill =
    "the version hashes stay the same, so no store is migrated: all values keep the old names "
    + "/ set a hash modifier, so that stores are migrated"

  private static func abstract(_ inner: String, sub: String = "") -> String {
    "<entity name=\"A\" isAbstract=\"YES\">\(inner)</entity>\(sub)"
  }

  static let standstills = [
    Case(
      "two attributes exchange their names",
      swapped([("a", nil), ("b", nil)]),
      swapped([("a", "b"), ("b", "a")]),
      says: "mapping renamed attribute A.a: \(standstill)",
      "mapping renamed attribute A.b: \(standstill)"
    ),
    Case(
      "and a hash modifier says so",
      swapped([("a", nil), ("b", nil)]),
      swapped([("a", "b"), ("b", "a")], modifier: " versionHashModifier=\"2\""),
      says: "lightweight changed entity A",
      "lightweight renamed attribute A.a",
      "lightweight renamed attribute A.b"
    ),
    Case(
      "two entities exchange their names",
      "<entity name=\"A\"/><entity name=\"B\"/>",
      "<entity name=\"A\" elementID=\"B\"/><entity name=\"B\" elementID=\"A\"/>",
      says: "mapping renamed entity A: \(standstill)",
      "mapping renamed entity B: \(standstill)"
    ),
    Case(
      "a to-one relationship becomes its own inverse",
      """
      <entity name="A"><relationship name="x" \(one) destinationEntity="A" inverseName="y" inverseEntity="A"/>
      <relationship name="y" \(one) destinationEntity="A" inverseName="x" inverseEntity="A"/></entity>
      """,
      """
      <entity name="A"><relationship name="x" \(one) destinationEntity="A" inverseName="x" \
      inverseEntity="A"/></entity>
      """,
      says:
        "data-loss changed relationship A.x: an object that is connected to two objects through "
        + "the relationship and its inverse stays connected to one of them / give it another relationship as its inverse",
      "lightweight removed relationship A.y: its connections stay in A.x"
    ),
    Case(
      "an abstract entity without subentities has no objects",
      abstract("<attribute name=\"gone\" attributeType=\"String\"/>"),
      abstract("<attribute name=\"v\" attributeType=\"String\"/>"),
      says: "lightweight removed attribute A.gone",
      "lightweight added attribute A.v"
    ),
    Case(
      "nor can they lack a value",
      abstract("<attribute name=\"v\" optional=\"YES\" attributeType=\"String\"/>"),
      abstract("<attribute name=\"v\" attributeType=\"String\"/>"),
      says: "lightweight changed attribute A.v"
    ),
    Case(
      "with a subentity it has",
      abstract("", sub: "<entity name=\"S\" parentEntity=\"A\"/>"),
      abstract(
        "<attribute name=\"v\" attributeType=\"String\"/>",
        sub: "<entity name=\"S\" parentEntity=\"A\"/>"
      ),
      says:
        "mapping added attribute A.v: migration fails for stores that have objects: they would "
        + "have no value / give it a default value, or make it optional"
    ),
  ]

  // MARK: To-many relationships

  private static func pair(_ bs: String, _ a: String, in bsName: String = "bs") -> String {
    """
    <entity name="A"><relationship name="\(bsName)" \(bs) destinationEntity="B" inverseName="a" \
    inverseEntity="B"/></entity>
    <entity name="B"><relationship name="a" \(a) destinationEntity="A" inverseName="\(bsName)" \
    inverseEntity="A"/></entity>
    """
  }

  private static let many = #"optional="YES" toMany="YES""#
  private static let one = #"optional="YES" maxCount="1""#
  private static let lone = "<entity name=\"A\"/><entity name=\"B\"/>"

  static let toMany = [
    Case(
      "a mandatory to-many relationship without a least count may be empty",
      pair(many, one),
      pair(#"toMany="YES""#, one),
      says: "lightweight changed relationship A.bs"
    ),
    Case(
      "one with a least count may not",
      pair(many, one),
      pair(#"toMany="YES" minCount="1""#, one),
      says:
        "lightweight changed relationship A.bs: objects without a connection can no longer be saved"
    ),
    Case(
      "an optional one with a least count of one may",
      pair(many, one),
      pair(many + #" minCount="1""#, one),
      says: "lightweight changed relationship A.bs"
    ),
    Case(
      "but not with fewer than the least count",
      pair(many, one),
      pair(many + #" minCount="2""#, one),
      says:
        "lightweight changed relationship A.bs: objects with fewer than 2 connections, but more than "
        + "none, can no longer be saved"
    ),
    Case(
      "a lower count is no trouble",
      pair(#"toMany="YES" minCount="2" maxCount="4""#, one),
      pair(#"toMany="YES" minCount="1" maxCount="8""#, one),
      says: "lightweight changed relationship A.bs"
    ),
    Case(
      "a lower maximum is",
      pair(many, one),
      pair(many + #" maxCount="4""#, one),
      says:
        "lightweight changed relationship A.bs: objects with more than 4 connections can no longer be "
        + "saved"
    ),
    Case(
      "a new one that may be empty",
      lone,
      pair(#"toMany="YES""#, one),
      says: "lightweight added relationship A.bs",
      "lightweight added relationship B.a"
    ),
    Case(
      "a new one that may not",
      lone,
      pair(#"toMany="YES" minCount="1""#, one),
      says:
        "lightweight added relationship A.bs: existing objects have no connection and cannot be "
        + "saved",
      "lightweight added relationship B.a"
    ),
  ]

  // MARK: Connections

  private static let oneSided = """
    <entity name="A"/>
    <entity name="B"><relationship name="a" \(one) destinationEntity="A"/></entity>
    """

  static let connections = [
    Case(
      "an inverse under another name",
      pair(many, one),
      pair(many, one, in: "elements"),
      says: "lightweight removed relationship A.bs: its connections stay in B.a",
      "lightweight added relationship A.elements",
      "lightweight changed relationship B.a"
    ),
    Case(
      "the same with a name that is alike",
      pair(many, one),
      pair(many, one, in: "bsAll"),
      says: "lightweight removed relationship A.bs: its connections stay in B.a",
      "lightweight added relationship A.bsAll",
      "lightweight changed relationship B.a"
    ),
    Case(
      "an end that is gone",
      pair(many, one),
      oneSided,
      says: "lightweight removed relationship A.bs: its connections stay in B.a",
      "lightweight changed relationship B.a"
    ),
    Case(
      "an end that is new",
      oneSided,
      pair(many, one),
      says: "lightweight added relationship A.bs",
      "lightweight changed relationship B.a"
    ),
    Case(
      "an order goes with its end",
      pair(many + #" ordered="YES""#, one),
      oneSided,
      says:
        "data-loss removed relationship A.bs: its connections stay in B.a, but their order is lost",
      "lightweight changed relationship B.a"
    ),
    Case(
      "both ends are gone",
      pair(many, one),
      lone,
      says: "data-loss removed relationship A.bs: all its connections are lost",
      "data-loss removed relationship B.a: all its connections are lost"
    ),
    Case(
      "the inverse leads elsewhere now",
      pair(many, one) + "<entity name=\"C\"/>",
      """
      <entity name="A"/><entity name="B"><relationship name="a" \(one) destinationEntity="C"/></entity>
      <entity name="C"/>
      """,
      says: "data-loss removed relationship A.bs: all its connections are lost",
      "mapping changed relationship B.a: its destination changes, and Core Data infers no "
        + "connections / write a mapping model or a stage that connects the objects again"
    ),
    Case(
      "a mandatory end that takes connections over",
      """
      <entity name="A"><relationship name="bs" \(many) destinationEntity="B"/></entity>
      <entity name="B"/>
      """,
      pair(many, #"maxCount="1""#),
      says: "lightweight changed relationship A.bs",
      "mapping added relationship B.a: migration fails for stores that have objects which A.bs does not "
        + "connect / make it optional, or connect them in code before the migration"
    ),
  ]

  // MARK: Constraints

  private static func unique(_ constraints: String..., attributes: String...) -> String {
    let list = constraints.map { members in
      "<uniquenessConstraint>"
        + members.split(separator: " ").map { "<constraint value=\"\($0)\"/>" }.joined()
        + "</uniquenessConstraint>"
    }.joined()
    let properties = attributes.map { attribute in
      let words = attribute.split(separator: " ", maxSplits: 1)
      return "<attribute name=\"\(words[0])\" attributeType=\"String\" "
        + "\(words.count > 1 ? String(words[1]) : #"optional="YES""#)/>"
    }.joined()
    return """
      <entity name="A"><uniquenessConstraints>\(list)</uniquenessConstraints>\(properties)</entity>
      """
  }

  private static let sameValues =
    "migration fails for stores in which two objects have the same values / remove duplicates in code "
    + "before the migration"

  static let constraints = [
    Case(
      "a new one",
      unique(attributes: "a", "b"),
      unique("a", attributes: "a", "b"),
      says: "mapping added uniqueness constraint A (a): \(sameValues)"
    ),
    Case(
      "members in another order",
      unique("a b", attributes: "a", "b"),
      unique("b a", attributes: "a", "b"),
      says:
        "lightweight changed uniqueness constraint A (b, a): the order is part of the version hash"
    ),
    Case(
      "constraints in another order",
      unique("a", "b", attributes: "a", "b"),
      unique("b", "a", attributes: "a", "b"),
      says: "lightweight changed entity A: the order is part of the version hash"
    ),
    Case(
      "one more member",
      unique("a", attributes: "a", "b"),
      unique("a b", attributes: "a", "b"),
      says: "lightweight changed uniqueness constraint A (a, b)"
    ),
    Case(
      "one member less",
      unique("a b", attributes: "a", "b"),
      unique("a", attributes: "a", "b"),
      says: "mapping changed uniqueness constraint A (a): \(sameValues)"
    ),
    Case(
      "a member is renamed",
      unique("a", attributes: "a"),
      unique("c", attributes: #"c optional="YES" elementID="a""#),
      says: "lightweight renamed attribute A.c"
    ),
    Case(
      "a second one that the first implies",
      unique("a", attributes: "a", "b"),
      unique("a", "a b", attributes: "a", "b"),
      says: "lightweight added uniqueness constraint A (a, b)"
    ),
    Case(
      "a new attribute without values",
      unique(attributes: "a"),
      unique("b", attributes: "a", "b"),
      says: "lightweight added attribute A.b",
      "lightweight added uniqueness constraint A (b)"
    ),
    Case(
      "a new attribute with one default for all",
      unique(attributes: "a"),
      unique("b", attributes: "a", #"b defaultValueString="x""#),
      says: "lightweight added attribute A.b",
      "mapping added uniqueness constraint A (b): migration fails for stores with more than one object: "
        + "all get the same default / make a member optional without a default, and fill it in code after "
        + "the migration"
    ),
    Case(
      "a new attribute that no default can fill",
      unique(attributes: "a"),
      unique("b", attributes: "a", #"b optional="NO""#),
      says:
        "mapping added attribute A.b: migration fails for stores that have objects: they would "
        + "have no value / make it optional, and fill it in code after the migration: it is unique, so a default is not possible",
      "lightweight added uniqueness constraint A (b)"
    ),
    Case(
      "gaps that get the same default",
      unique("a", attributes: "a"),
      unique("a", attributes: #"a defaultValueString="x""#),
      says: "lightweight changed attribute A.a",
      "mapping changed uniqueness constraint A (a): migration fails for stores in which two "
        + "objects have no value: both get the same default / give each object its own value in code before the migration"
    ),
    Case(
      "gaps that no default can fill",
      unique("a", attributes: "a"),
      unique("a", attributes: #"a optional="NO""#),
      says:
        "mapping changed attribute A.a: migration fails for stores in which a value is missing / give "
        + "each object its own value in code before the migration"
    ),
    Case(
      "one that is gone",
      unique("a", attributes: "a"),
      unique(attributes: "a"),
      says: "lightweight removed uniqueness constraint A (a)"
    ),
  ]
}
