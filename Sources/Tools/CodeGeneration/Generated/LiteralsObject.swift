import TemplateEngine

/// The texts of an object as Swift string literals, under the same keys: `entity.literals.name`.
///
/// `userInfo` is a list, each entry with `key` and `value`.
final class LiteralsObject: TemplateObject {
  private let base: any TemplateObject

  init(_ base: any TemplateObject) {
    self.base = base
  }

  var keys: [String] { base.keys }

  var isEmpty: Bool { base.isEmpty }

  func value(forKey key: TemplateKey) -> TemplateValue? {
    switch base.value(forKey: key) {
    case .string(let text): .string(SwiftLiteral.string(text))
    case .array(let elements): .array(elements.map(Self.literal))
    case .object(let object):
      (object as? UserInfoObject).map { .array($0.literals) } ?? .object(LiteralsObject(object))
    case let other: other
    }
  }

  private static func literal(_ value: TemplateValue) -> TemplateValue {
    switch value {
    case .string(let text): .string(SwiftLiteral.string(text))
    case .array(let elements): .array(elements.map(literal))
    case .object(let object): .object(LiteralsObject(object))
    default: value
    }
  }
}
