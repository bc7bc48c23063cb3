import Diagnostics
import ManagedModel
import PredicateFormat
import PropertyLists
import Testing

@testable import ModelFiles

/// Predicates and expressions, to an archive and back.
@Suite struct CompiledPredicateTests {
  /// Predicates in the form in which reading returns them.
  static let predicates = [
    #"lastName LIKE "Duck*""#,
    "price < 12 AND category == $FETCH_SOURCE",
    "booleanAttribute == 1 AND floatAttribute > 5",
    "a <= 1 OR b >= 2.5 OR (c != nil AND d > -3)",
    "NOT a == TRUE",
    "NOT (a == 1 AND b == 2)",
    #"name ==[cd] "x" AND name BEGINSWITH[c] "a" AND name ENDSWITH "z" AND name CONTAINS[cd] "m""#,
    #"name MATCHES "^[a-z]+\"$""#,
    #"name IN {"a", "b", 3, nil}"#,
    "age BETWEEN {1, $upper}",
    "ANY pages.isRead == TRUE",
    "ALL pages.number > 3",
    "pages.@count > 0 AND items.@sum.price >= 3",
    "SUBQUERY(pages, $page, $page.isRead == TRUE).@count > 2",
    "$FETCH_SOURCE.alias == alias AND $FETCHED_PROPERTY.userInfo.search == comment",
    "a + b * 2 - 3 / c ** 2 == ~d",
    "(a + b) * 2 == (a | b & 3)",
    "modified < now() AND canonical:(name) == lowercase:(other)",
    #"CAST(date, "NSNumber") > 3"#,
    "pages[FIRST].title == pages[LAST].title AND pages[SIZE] == 3",
    #"pages[2].title == map["key"]"#,
    "TERNARY(a == 1, b, c) == 3",
    "(a UNION b) == (c INTERSECT d) AND a == (b MINUS c)",
    #"FUNCTION(x, "performSelector:with:", 1, "two") == 3"#,
    "SELF == nil",
    "TRUEPREDICATE",
    "FALSEPREDICATE",
    "1 == 1",
    "340282366920938463463374607431768211455 > a",
    #""é" == "e\u0301""#,
  ]

  @Test(arguments: predicates)
  func predicatesReadBack(text: String) throws {
    var model = Model(entities: [Entity(name: "E")])
    model.header.userDefinedModelVersionIdentifier = ""
    var request = FetchRequestTemplate(name: "r", entityName: "E", predicateText: text)
    request.predicateText = try Predicate(parsing: text).text()
    model.fetchRequests = [request]
    #expect(
      try roundTrip(model).fetchRequests.first?.predicateText
        == model.fetchRequests[0].predicateText
    )
  }

  /// Texts that are equivalent to others, in which form they are returned.
  @Test(arguments: [
    (
      "SELF.price < 12 AND (SELF.category=$FETCH_SOURCE)",
      "price < 12 AND category == $FETCH_SOURCE"
    ),
    ("isOpen", "isOpen == TRUE"),
    ("-a == 1", "0 - a == 1"),
    ("a == 1.0", "a == 1.0"),
  ])
  func predicatesAreSimplified(text: String, expected: String) throws {
    var model = Model(entities: [Entity(name: "E")])
    model.fetchRequests = [FetchRequestTemplate(name: "r", entityName: "E", predicateText: text)]
    #expect(try roundTrip(model).fetchRequests.first?.predicateText == expected)
  }

  /// Nearly the maximum depth of the parser.
  static let deep = defaultMaximumDepth - 8

  /// The maximum depth and length of the parser.
  @Test(arguments: [
    String(repeating: "NOT ", count: deep) + "a == 1",
    String(repeating: "(", count: deep) + "a" + String(repeating: ")", count: deep) + " == 1",
    (0..<deep).map { "a\($0)" }.joined(separator: " + ") + " == 1",
    (0..<1_000).map { "a\($0) == 1" }.joined(separator: " AND "),
    "a" + (0..<deep).map { ".b\($0)" }.joined() + " == 1",
  ])
  func deepAndLongPredicatesReadBack(text: String) throws {
    var model = Model(entities: [Entity(name: "E")])
    model.fetchRequests = [FetchRequestTemplate(name: "r", entityName: "E", predicateText: text)]
    let read = try #require(try roundTrip(model).fetchRequests.first?.predicateText)
    #expect(try Predicate(parsing: read) == Predicate(parsing: text))
  }

  @Test(arguments: [
    ("pages.@count", "count:(pages)"), ("items.@sum.price", "sum:(items.price)"),
    ("canonical:(title)", "canonical:(title)"), ("now()", "now()"),
    ("chat.serverId", "chat.serverId"),
  ])
  func derivationsAreArchivedAsFunctions(written: String, archived: String) throws {
    var attribute = Attribute(name: "a", type: .integer64)
    attribute.isDerived = true
    attribute.derivationExpression = written
    let model = Model(entities: [Entity(name: "E", properties: [.attribute(attribute)])])
    #expect(try roundTrip(model).entities[0].attributes[0].derivationExpression == written)
    attribute.derivationExpression = archived
    let other = Model(entities: [Entity(name: "E", properties: [.attribute(attribute)])])
    #expect(
      try CompiledModelWriter.archive(of: model) == CompiledModelWriter.archive(of: other)
    )
  }

  /// The established form, number by number, as in the compiled `Contacts` model.
  @Test func archivesAComparisonInAppleForm() throws {
    let template = FetchRequestTemplate(
      name: "r",
      entityName: "E",
      predicateText: #"a.b >= "x""#
    )
    let model = Model(entities: [Entity(name: "E")], fetchRequests: [template])
    let root = try KeyedArchive(try CompiledModelWriter.archive(of: model)).root()
    let entry = try #require(try root.entries("NSFetchRequestTemplates")?.first)
    let predicate = try #require(try entry.value.object?.object("NSPredicate"))
    let left = try #require(try predicate.object("NSLeftExpression"))
    #expect(
      left.class.chain == [
        "NSKeyPathExpression", "NSFunctionExpression", "NSExpression", "NSObject",
      ]
    )
    #expect(try left.integer("NSExpressionType") == 3)
    #expect(try left.string("NSSelectorName") == "valueForKeyPath:")
    #expect(try left.object("NSOperand")?.class.name == "NSSelfExpression")
    let specifier = try #require(try left.elements("NSArguments")?.first?.object)
    #expect(try specifier.string("NSKeyPath") == "a.b")
    #expect(try specifier.integer("NSExpressionType") == 10)
    let operation = try #require(try predicate.object("NSPredicateOperator"))
    #expect(operation.class.name == "NSComparisonPredicateOperator")
    #expect(try operation.integer("NSVariant") == 3)
    #expect(try operation.integer("NSOperatorType") == 3)
    #expect(try predicate.object("NSRightExpression")?.string("NSConstantValue") == "x")
  }

  @Test(arguments: [
    ("a ==", "fetch request 'r': the predicate 'a ==' cannot be read: "),
    ("a == %@", "fetch request 'r': the predicate 'a == %@' cannot be read: "),
  ])
  func saysWhichPredicateIsWrong(text: String, message: String) {
    let template = FetchRequestTemplate(name: "r", entityName: "E", predicateText: text)
    let model = Model(entities: [Entity(name: "E")], fetchRequests: [template])
    let error = #expect(throws: CompiledModelError.self) {
      try CompiledModelWriter.bytes(of: model)
    }
    #expect(error?.message.hasPrefix(message) == true)
  }
}

/// The model after compiling and reading.
func roundTrip(_ model: Model) throws -> Model {
  var collector = DiagnosticCollector()
  let read = try CompiledModelReader.read(
    CompiledModelWriter.bytes(of: model),
    reportingTo: &collector
  )
  #expect(collector.diagnostics.isEmpty, "\(collector.diagnostics.map(\.message))")
  return read
}
