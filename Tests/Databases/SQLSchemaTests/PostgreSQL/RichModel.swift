import ManagedModel
import StoreSamples

/// Random models with everything that a server schema uses and Core Data's own layout does not: validation, defaults,
/// delete rules, documentation, SQL keywords in texts.
struct RichModel {
  private var random: SeededRandom
  private let texts: [String]

  static func model(seed: UInt64, names: [String] = RandomModel.ordinaryNames) -> Model {
    var plain = RandomModel(seed: seed, names: names)
    var rich = Self(random: SeededRandom(seed), texts: names + strangeTexts)
    var model = plain.model()
    for entity in model.entities.indices {
      rich.enrich(&model.entities[entity])
    }
    return model
  }

  private static let strangeTexts = [
    "", "0", "-1", "1e5", ".5", "5.", "1e99999", "1e-400", "1e-46", "1e-4000", "3.5e38", "NaN",
    "inf", "0x10", "1;2",
    "99999999999999999999", "YES",
    "no", "'", "''); DROP TABLE coredata_entity; --", "$$", "\\", "a\0b", "\u{2028}", "\u{10FFFF}",
    "6BA7B810-9DAD-11D1-80B4-00C04FD430C8", "[a-z]+", "\\d{3}", "(?i)x", "(", "a{5000}",
    "(a{99}){99}",
    "(?!x).*", ".", "[^\\w']+", "\\p{L}*", "--\n", "*/", "E'\\'", "%", "{}", "\r\n",
  ]

  private mutating func chance(_ part: Int) -> Bool {
    Int.random(in: 0..<part, using: &random) == 0
  }

  private mutating func text() -> String? {
    chance(2) ? nil : texts[Int.random(in: texts.indices, using: &random)]
  }

  private mutating func moment() -> Double? {
    let moments = [
      0, -1, 0.5, 1e9, -6e10, 6.4e10, 1e13, -1e13, 1e300, .infinity, -.infinity, .nan, 0.9999999,
      -0.9999999,
    ]
    return chance(2) ? nil : moments[Int.random(in: moments.indices, using: &random)]
  }

  private mutating func userInfo() -> UserInfo? {
    guard chance(3), let words = text() else { return nil }
    return UserInfo(entries: [UserInfoEntry(key: "documentation", value: words)])
  }

  private mutating func enrich(_ entity: inout Entity) {
    entity.userInfo = userInfo()
    entity.isAbstract = chance(4)
    for position in entity.properties.indices {
      switch entity.properties[position] {
      case .attribute(var attribute):
        attribute.isOptional = chance(2)
        attribute.minimumText = text()
        attribute.maximumText = text()
        attribute.minimumDateTimeInterval = moment()
        attribute.maximumDateTimeInterval = moment()
        attribute.regularExpression = text()
        attribute.defaultValueText = text()
        attribute.defaultDateTimeInterval = moment()
        attribute.userInfo = userInfo()
        entity.properties[position] = .attribute(attribute)
      case .relationship(var relationship):
        relationship.isOptional = chance(2)
        relationship.writtenDeleteRule = DeleteRule(rawValue: Int.random(in: 0...3, using: &random))
        relationship.userInfo = userInfo()
        entity.properties[position] = .relationship(relationship)
      case .fetchedProperty: continue
      }
    }
  }
}
