import ManagedModel
import Testing

@testable import CodeGeneration

struct SwiftTypeTests {
  private static let typing: SwiftTyping = {
    let resolved = ResolvedModel(
      Model(
        entities: [
          Entity(name: "Player", representedClassName: "MOPlayer"), Entity(name: "Plain"),
        ],
        composites: [Composite(name: "Address")]
      )
    )
    return SwiftTyping(resolved, naming: SwiftNaming(resolved))
  }()

  @Test(
    arguments: [
      // type, optional, scalar; portable, Xcode, SwiftGen
      (.integer16, true, true, "Int16?", "Int16", "Int16"),
      (.integer32, false, false, "Int32", "NSNumber?", "NSNumber"),
      (.integer64, true, true, "Int64?", "Int64", "Int64"),
      (.double, false, true, "Double", "Double", "Double"),
      (.float, true, false, "Float?", "NSNumber?", "NSNumber"),
      (.boolean, true, true, "Bool?", "Bool", "Bool"),
      (.date, false, true, "Date", "TimeInterval", "Date"),
      (.date, true, false, "Date?", "Date?", "Date"),
      (.string, false, false, "String", "String?", "String"),
      (.binary, false, false, "Data", "Data?", "Data"),
      (.uuid, true, false, "UUID?", "UUID?", "UUID"),
      (.uri, false, false, "URL", "URL?", "URL"),
      (.decimal, true, false, "NSDecimalNumber?", "NSDecimalNumber?", "NSDecimalNumber"),
      (.transformable, true, false, "NSObject?", "NSObject?", "AnyObject"),
      (.undefined, true, false, "NSObject?", "NSObject?", "AnyObject"),
      (.objectID, true, false, "NSManagedObjectID?", "NSManagedObjectID?", "NSManagedObjectID"),
      (.composite, true, false, "[String: Any]?", "[String: Any]?", "[String: Any]"),
    ] as [(AttributeType, Bool, Bool, String, String, String)]
  )
  func attributes(
    type: AttributeType,
    isOptional: Bool,
    isScalar: Bool,
    portable: String,
    xcode: String,
    swiftGen: String
  ) {
    let attribute = Attribute(
      name: "a",
      type: type,
      isOptional: isOptional,
      usesScalarValueType: isScalar
    )
    #expect(Self.typing.type(of: attribute).declared == portable)
    #expect(Self.typing.xcodeType(of: attribute) == xcode)
    #expect(Self.typing.swiftGenType(of: attribute) == swiftGen)
  }

  @Test(
    arguments: [
      ("[String : Any]", "[String : Any]?"), ("[String:Any]", "[String:Any]?"),
      (" UIColor ", "UIColor?"), ("UIColor?", "UIColor?"), ("Set< Int >", "Set< Int >?"),
      ("any Shape", "(any Shape)?"), ("A&B", "(A & B)?"), ("class", "`class`?"),
      ("any Shape?", "NSObject?"), ("A? & B", "NSObject?"), ("a; b", "NSObject?"),
      ("", "NSObject?"),
    ]
  )
  func xcodeTakesTransformableClassesAsTheyAre(text: String, type: String) {
    var attribute = Attribute(name: "a", type: .transformable)
    attribute.customClassName = text
    #expect(Self.typing.xcodeType(of: attribute) == type)
  }

  @Test func compositesAndTransformables() {
    var attribute = Attribute(name: "a", type: .composite)
    attribute.compositeName = "Address"
    #expect(Self.typing.type(of: attribute).declared == "Address")
    attribute = Attribute(name: "a", type: .transformable, isOptional: true)
    attribute.customClassName = "[String : Any]?"
    #expect(Self.typing.type(of: attribute).declared == "[String: Any]?")
    #expect(Self.typing.xcodeType(of: attribute) == "[String : Any]?")
    attribute.customClassName = "X { get } }; evil()"
    #expect(Self.typing.type(of: attribute).declared == "NSObject?")
    attribute.customClassName = nil
    attribute.userInfo = Self.info(["attributeValueClassName": "UIColor"])
    #expect(Self.typing.type(of: attribute).declared == "UIColor?")
  }

  @Test(
    arguments: [
      (["RawType": "Role"], AttributeType.integer16, "Role?", "Int16", "rawRepresentable"),
      (
        ["RawType": "Role", "unwrapOptional": "YES"], .string, "Role", "String", "rawRepresentable"
      ),
      (
        ["RawType": "Role", "unwrapOptional": "NO"], .string, "Role?", "String", "rawRepresentable"
      ),
      (["RawType": "Flags", "nonOptionalInit": "1"], .integer32, "Flags?", "Int32", "optionSet"),
      (["attributeValueScalarType": "Gender"], .integer16, "Gender?", "Int16", "rawRepresentable"),
      (["RawType": "A", "momgen.rawType": "B"], .integer16, "B?", "Int16", "rawRepresentable"),
      (["attributeCodableTypeName": "[Note]"], .binary, "[Note]?", "Data", "codable"),
      (["RawType": "Role"], .date, "Date?", "Date", nil),
      (["RawType": "Role; evil()"], .integer16, "Int16?", "Int16", nil),
    ] as [([String: String], AttributeType, String, String, String?)]
  )
  func wrappers(
    info: [String: String],
    type: AttributeType,
    declared: String,
    storage: String,
    kind: String?
  ) {
    var attribute = Attribute(name: "a", type: type, isOptional: true)
    attribute.userInfo = Self.info(info)
    let found = Self.typing.type(of: attribute)
    #expect(found.declared == declared)
    #expect(found.storage == storage)
    #expect(found.wrapper?.rawValue == kind)
  }

  @Test func hostileTypesAreReported() {
    var attribute = Attribute(name: "a", type: .integer16)
    attribute.userInfo = Self.info(["RawType": "X}"])
    var other = Attribute(name: "b", type: .transformable)
    other.customClassName = "NSArray<NSString *>"
    var third = Attribute(name: "c", type: .date)
    third.userInfo = Self.info(["RawType": "X"])
    let entity = Entity(
      name: "E",
      properties: [.attribute(attribute), .attribute(other), .attribute(third)]
    )
    let naming = SwiftNaming(ResolvedModel(Model(entities: [entity])))
    #expect(naming.issues.map(\.rule) == [.badTypeText, .badTypeText, .badTypeText])
    #expect(naming.issues[2].message == "'c' has a raw type, but is of the type Date")
    #expect(
      naming.issues[1].message
        == "'NSArray<NSString *>' of 'b' is not a Swift type; generated code says NSObject"
    )
  }

  @Test(
    arguments: [
      (["RawType": "Role", "unwrapOptional": ""], .string, nil, true),
      (["RawType": "Role", "unwrapOptional": ""], .string, "guest", false),
      (["RawType": "Role", "unwrapOptional": "NO"], .string, nil, false),
      (["RawType": "Role"], .string, nil, false),
      (["RawType": "Roles", "unwrapOptional": "", "nonOptionalInit": ""], .integer16, nil, false),
      (["momgen.codableType": "[Note]", "momgen.unwrapOptional": "YES"], .binary, nil, true),
      (["unwrapOptional": ""], .string, nil, false),
    ] as [([String: String], AttributeType, String?, Bool)]
  )
  func unwrappingWithoutADefaultIsReported(
    info: [String: String],
    type: AttributeType,
    standIn: String?,
    isReported: Bool
  ) {
    var attribute = Attribute(name: "a", type: type, isOptional: true)
    attribute.defaultValueText = standIn
    attribute.userInfo = Self.info(info)
    let entity = Entity(name: "E", properties: [.attribute(attribute)])
    let rules = SwiftNaming(ResolvedModel(Model(entities: [entity]))).issues.map(\.rule)
    #expect(rules == (isReported ? [.uncheckedValue] : []))
  }

  @Test func relationships() {
    var one = Relationship(name: "r", destinationName: "Player", isOptional: true)
    #expect(Self.typing.declaredType(of: one) == "MOPlayer?")
    #expect(Self.typing.xcodeType(of: one) == "MOPlayer?")
    one.isOptional = false
    #expect(Self.typing.declaredType(of: one) == "MOPlayer?")
    var many = Relationship(
      name: "r",
      destinationName: "Plain",
      isToMany: true,
      isOptional: true
    )
    #expect(Self.typing.declaredType(of: many) == "Set<NSManagedObject>")
    #expect(Self.typing.xcodeType(of: many) == "NSSet?")
    many.isOrdered = true
    #expect(Self.typing.declaredType(of: many) == "[NSManagedObject]")
    #expect(Self.typing.xcodeType(of: many) == "NSOrderedSet?")
    #expect(
      Self.typing.declaredType(of: Relationship(name: "r", destinationName: "Nobody"))
        == "NSManagedObject?"
    )
  }

  /// A property that is not optional in the model is not in Swift either, if there is a substitute for a missing value.
  @Test(
    arguments: [
      (.string, nil, [:], nil, "String"), (.uri, nil, [:], nil, "URL"),
      (.objectID, nil, [:], nil, "NSManagedObjectID?"), (.undefined, nil, [:], nil, "NSObject?"),
      (.transformable, "[String]", [:], nil, "[String]"),
      (.transformable, "[String: [Int]]", [:], nil, "[String: [Int]]"),
      (.transformable, "UIColor", [:], nil, "UIColor?"),
      (.integer16, nil, ["RawType": "Role"], nil, "Role?"),
      (.integer16, nil, ["RawType": "Role"], "1", "Role"),
      (.integer16, nil, ["RawType": "Role", "unwrapOptional": "YES"], nil, "Role"),
      (.integer16, nil, ["RawType": "Flags", "nonOptionalInit": "YES"], nil, "Flags"),
      (.binary, nil, ["momgen.codableType": "Note"], nil, "Note?"),
    ] as [(AttributeType, String?, [String: String], String?, String)]
  )
  func requiredAttributes(
    type: AttributeType,
    customClass: String?,
    info: [String: String],
    defaultText: String?,
    declared: String
  ) {
    var attribute = Attribute(name: "a", type: type)
    attribute.customClassName = customClass
    attribute.defaultValueText = defaultText
    if !info.isEmpty { attribute.userInfo = Self.info(info) }
    #expect(Self.typing.type(of: attribute).declared == declared)
  }

  @Test(
    arguments: [
      ("Color", "Color"), ("[String]", "[String]"), (" [ String:Any ] ", "[String: Any]"),
      ("UI.Color?", "UI.Color?"), ("Set<Array<Int>>", "Set<Array<Int>>"),
      ("any Shape", "(any Shape)"), ("A & B", "(A & B)"), ("(Int, String)", "(Int, String)"),
      ("Größe", "Größe"), ("class", "`class`"),
      ("", nil), ("A B", nil), ("A}", nil), ("A\nB", nil), ("[A", nil), ("A>", nil), ("A.", nil),
      ("*Color", nil), ("`A`", nil), ("A//", nil), ("A\u{202E}", nil), ("()", nil), ("A!", nil),
      ("\"A\"", nil), ("A=1", nil), ("1A", nil),
    ] as [(String, String?)]
  )
  func typeTexts(text: String, expected: String?) {
    #expect(SwiftTypeText(text)?.text == expected)
  }

  @Test func deepAndLongTypesAreRefused() {
    #expect(SwiftTypeText(String(repeating: "[", count: 500)) == nil)
    #expect(SwiftTypeText(String(repeating: "a", count: 100_000)) == nil)
    #expect(SwiftTypeText(String(repeating: "any ", count: 200)) == nil)
  }

  @Test(
    arguments: [
      (.integer16, "3", "3"), (.integer16, "40000", nil), (.integer32, "-1", "-1"),
      (.integer64, "9223372036854775807", "9223372036854775807"),
      (.double, "0.25", "0.25"), (.double, "1e400", nil), (.float, "0.5", "0.5"),
      (.float, "1e300", nil), (.boolean, "YES", "true"), (.boolean, "0", "false"),
      (.decimal, "12.50", #"NSDecimalNumber(string: "12.50")"#),
      (.string, "a\"\\(b)", #""a\"\\(b)""#),
      (.uri, "https://a.b/", #"URL(string: "https://a.b/")"#),
      (
        .uuid, "6ba7b810-9dad-11d1-80b4-00c04fd430c8",
        "UUID(uuid: (0x6B, 0xA7, 0xB8, 0x10, 0x9D, 0xAD, 0x11, 0xD1, 0x80, 0xB4, 0x00, 0xC0, 0x4F, "
          + "0xD4, 0x30, 0xC8))"
      ),
      (.uuid, "nonsense", nil), (.binary, "x", nil), (.transformable, "x", nil),
    ] as [(AttributeType, String, String?)]
  )
  func defaults(type: AttributeType, text: String, expected: String?) {
    var attribute = Attribute(name: "a", type: type)
    attribute.defaultValueText = text
    #expect(Self.typing.defaultExpression(of: attribute) == expected)
  }

  private static func info(_ entries: [String: String]) -> UserInfo {
    UserInfo(entries: entries.sorted { $0.key < $1.key }.map { UserInfoEntry(key: $0, value: $1) })
  }
}
