import Diagnostics
import ManagedModel
import PropertyLists
import Testing

@testable import ModelFiles

/// Values of attributes on their way into an archive and back.
@Suite struct CompiledValueTests {
  static let decimals: [(text: String, mantissa: UInt128, exponent: Int, read: String)] = [
    ("0", 0, 0, "0"), ("0.0", 0, -1, "0.0"), ("-0.0", 0, -1, "0.0"), ("100", 100, 0, "100"),
    ("12.50", 1250, -2, "12.50"), ("-.5", 5, -1, "-0.5"), ("1e3", 1, 3, "1000"),
    ("+7.", 7, 0, "7"), (" 3 apples", 3, 0, "3"), ("1.5E-3", 15, -4, "0.0015"),
    (
      "340282366920938463463374607431768211455", .max, 0, "340282366920938463463374607431768211455"
    ),
    // One digit more than fits into 128 bits.
    (
      "3402823669209384634633746074317682114559.5", .max, 1,
      "3402823669209384634633746074317682114550"
    ),
  ]

  @Test(arguments: decimals)
  func readsDecimals(text: String, mantissa: UInt128, exponent: Int, read: String) throws {
    let number = try #require(DecimalNumber(text))
    #expect(number.mantissa == mantissa)
    #expect(number.exponent == exponent)
    #expect(number.text == read)
  }

  @Test(arguments: ["", "-", ".", "abc", "e5", "1e200", "1e-200"])
  func refusesInvalidDecimals(text: String) {
    #expect(DecimalNumber(text) == nil)
  }

  static let numbers: [(text: String, integer: Int64?, real: Double?)] = [
    ("5", 5, 5), ("-3.5", -3, -3.5), ("1e2", 1, 100), ("1e", 1, 1), ("2.", 2, 2), ("2.e1", 2, 2),
    (" +7 x", 7, 7), ("NO", nil, nil), ("", nil, nil), ("-", nil, nil), (".5", nil, nil),
    ("99999999999999999999", .max, 1e20), ("-99999999999999999999", .min, -1e20),
  ]

  @Test(arguments: numbers)
  func readsLeadingNumbers(text: String, integer: Int64?, real: Double?) {
    #expect(LeadingNumber.integer(text) == integer)
    #expect(LeadingNumber.real(text) == real)
  }

  @Test func readsUUIDs() {
    let text = "E621E1F8-C36C-495A-93FC-0C247A3E6E5F"
    let bytes = UUIDText.bytes(text.lowercased())
    #expect(bytes?.count == 16 && bytes?.first == 0xE6 && bytes?.last == 0x5F)
    #expect(bytes.flatMap(UUIDText.text) == text)
    #expect(UUIDText.bytes("E621E1F8-C36C-495A-93FC-0C247A3E6E5") == nil)
    #expect(UUIDText.bytes("E621E1F8-C36C-495A-93FC-0C247A3E6E5G") == nil)
    #expect(UUIDText.bytes("empy") == nil)
    #expect(UUIDText.text([1]) == nil)
  }

  /// The fields that Apple's compiler writes for the decimal 0.0.
  @Test func archivesDecimalsAsAppleDoes() throws {
    var attribute = Attribute(name: "a", type: .decimal)
    attribute.defaultValueText = "0.0"
    let value = try #require(try archived(attribute).object("NSDefaultValue"))
    #expect(
      value.class.chain == [
        "NSDecimalNumberPlaceholder", "NSDecimalNumber", "NSNumber", "NSValue", "NSObject",
      ]
    )
    #expect(try value.data("NS.mantissa") == Array(repeating: 0, count: 16))
    #expect(try value.integer("NS.mantissa.bo") == 1)
    #expect(try value.integer("NS.exponent") == -1)
    #expect(try value.integer("NS.length") == 0)
  }

  static let bits: [(change: @Sendable (inout Attribute) -> Void, bits: Int)] = [
    ({ _ in }, 0xF1), ({ $0.isOptional = true }, 0xF3), ({ $0.isTransient = true }, 0xF9),
    ({ $0.minimumText = "1" }, 0xC1), ({ $0.versionHashModifier = "2" }, 0x71),
    ({ $0.userInfo = UserInfo(entries: [UserInfoEntry(key: "k", value: "v")]) }, 0xB1),
    ({ $0.userInfo = UserInfo() }, 0xF1), ({ $0.isIndexed = true }, 0xF1),
    ({ $0.isIndexedBySpotlight = true }, 0x1F1),
  ]

  @Test(arguments: bits)
  func sumsUpAProperty(change: @Sendable (inout Attribute) -> Void, bits: Int) throws {
    var attribute = Attribute(name: "a", type: .integer16)
    change(&attribute)
    #expect(try archived(attribute).integer("_P") == bits)
  }

  static let rules:
    [(type: AttributeType, change: @Sendable (inout Attribute) -> Void, codes: [Int])] = [
      (
        .integer16,
        {
          $0.minimumText = "1"
          $0.maximumText = "2"
        }, [1620, 1610]
      ),
      (.decimal, { $0.maximumText = "2.5" }, [1610]),
      (.double, { $0.minimumText = "none" }, []),
      (
        .string,
        {
          $0.minimumText = "1"
          $0.maximumText = "2"
          $0.regularExpression = "."
        }, [1670, 1660, 1680]
      ),
      (
        .date,
        {
          $0.minimumDateTimeInterval = 1
          $0.maximumDateTimeInterval = 2
        }, [1640, 1630]
      ),
      (.date, { $0.minimumText = "2010-01-01 01:00:00" }, []),
      (.boolean, { $0.minimumText = "1" }, []),
    ]

  @Test(arguments: rules)
  func writesAWarningForEachRule(
    type: AttributeType,
    change: @Sendable (inout Attribute) -> Void,
    codes: [Int]
  ) throws {
    var attribute = Attribute(name: "a", type: type)
    change(&attribute)
    let object = try archived(attribute)
    let warnings = try object.elements("NSValidationWarnings") ?? []
    #expect(
      warnings.map { value in
        if case .plain(.integer(let code)) = value { Int(code) } else { -1 }
      } == codes
    )
    #expect(try object.elements("NSValidationPredicates")?.count ?? 0 == codes.count)
    #expect(object.has("NSValidationWarnings") == !codes.isEmpty)
  }

  @Test func namesTheClassesOfValues() throws {
    let expected: [AttributeType: String?] = [
      .undefined: nil, .integer16: "NSNumber", .integer32: "NSNumber", .integer64: "NSNumber",
      .decimal: "NSDecimalNumber", .double: "NSNumber", .float: "NSNumber", .string: "NSString",
      .boolean: "NSNumber", .date: "NSDate", .binary: "NSData", .uuid: "NSUUID", .uri: "NSURL",
      .transformable: nil, .objectID: "NSManagedObjectID", .composite: "NSDictionary",
    ]
    for type in AttributeType.allCases {
      let object = try archived(Attribute(name: "a", type: type))
      #expect(try object.string("NSAttributeValueClassName") == expected[type] ?? nil)
      #expect(try object.integer("NSAttributeType") == type.code)
      #expect(object.has("NSAttributeValueClassName"))
    }
  }

  @Test func refusesCompositesThatContainThemselves() {
    var attribute = Attribute(name: "a", type: .composite)
    attribute.compositeName = "C"
    let model = Model(
      entities: [Entity(name: "E", properties: [.attribute(attribute)])],
      composites: [Composite(name: "C", attributes: [attribute])]
    )
    #expect(throws: CompiledModelError("'C.a': the composite 'C' contains itself")) {
      try CompiledModelWriter.bytes(of: model)
    }
  }

  /// Composites, each with two members of the next one.
  @Test(arguments: [
    (20, "'Composite0.a': composites have too many elements altogether"),
    (40, "'Composite32.a': composites are nested too deeply"),
  ])
  func refusesCompositesThatUnfoldWithoutEnd(count: Int, message: String) {
    func attribute(_ name: String, of index: Int) -> Attribute {
      var attribute = Attribute(name: name, type: .composite)
      attribute.compositeName = "Composite\(index)"
      return attribute
    }
    let model = Model(
      entities: [Entity(name: "E", properties: [.attribute(attribute("x", of: 0))])],
      composites: (0..<count).map { index in
        Composite(
          name: "Composite\(index)",
          attributes: [attribute("a", of: index + 1), attribute("b", of: index + 1)]
        )
      }
    )
    let error = #expect(throws: CompiledModelError.self) {
      try CompiledModelWriter.bytes(of: model)
    }
    #expect(error?.message.contains("composites") == true)
  }

  @Test func refusesNamesThatOccurTwice() {
    let entity = Entity(name: "E")
    #expect(throws: CompiledModelError("two entities are called 'E'")) {
      try CompiledModelWriter.bytes(of: Model(entities: [entity, entity]))
    }
    let attribute = Property.attribute(Attribute(name: "a"))
    #expect(throws: CompiledModelError("two properties of entity 'E' are called 'a'")) {
      try CompiledModelWriter.bytes(
        of: Model(entities: [Entity(name: "E", properties: [attribute, attribute])])
      )
    }
  }

  @Test func readsCountsOfModelsThatAreDefinedInCode() throws {
    var relationship = Relationship(name: "r", destinationName: "E", isToMany: true)
    relationship.maximumCount = Int.max
    let model = Model(entities: [Entity(name: "E", properties: [.relationship(relationship)])])
    #expect(try archived(model).integer("NSMaxCount") == -1)
    #expect(try roundTrip(model).entities[0].relationships[0].maximumCount == Int.max)
  }

  /// The archived form of the only property of a model.
  private func archived(_ attribute: Attribute) throws -> ArchivedObject {
    try archived(Model(entities: [Entity(name: "E", properties: [.attribute(attribute)])]))
  }

  private func archived(_ model: Model) throws -> ArchivedObject {
    let root = try KeyedArchive(try CompiledModelWriter.archive(of: model)).root()
    let entity = try #require(try root.entries("NSEntities")?.first?.value.object)
    return try #require(try entity.entries("NSProperties")?.first?.value.object)
  }
}
