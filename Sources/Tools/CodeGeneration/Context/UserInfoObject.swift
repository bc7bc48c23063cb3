import ManagedModel
import TemplateEngine

/// A user info: texts by their keys, numbers and Booleans as such, as in SwiftGen.
final class UserInfoObject: TemplateObject {
  private let info: UserInfo?

  init(_ info: UserInfo?) {
    self.info = info
  }

  var keys: [String] {
    var known: Set<String> = []
    return (info?.entries ?? []).map(\.key).filter { known.insert($0).inserted }
  }

  var isEmpty: Bool { info?.entries.isEmpty ?? true }

  func value(forKey key: TemplateKey) -> TemplateValue? {
    info?[key.text].map(Self.value)
  }

  /// The entries as Swift string literals.
  var literals: [TemplateValue] {
    keys.map { key in
      .dictionary([
        "key": .string(SwiftLiteral.string(key)),
        "value": .string(SwiftLiteral.string(info?[key] ?? "")),
      ])
    }
  }

  private static func value(_ text: String) -> TemplateValue {
    if let number = Int(text) { return .int(number) }
    if let number = Double(text), number.isFinite { return .double(number) }
    if let flag = Bool(text) { return .bool(flag) }
    return .string(text)
  }
}

extension TemplateValue {
  /// The lines of a part's documentation, escaped for comments; empty if there is none.
  static func documentation(_ info: UserInfo?) -> TemplateValue {
    .strings(info?[.documentation].map(SwiftComment.lines) ?? [])
  }
}

extension UserInfoOption {
  /// Whether a user info has one of the keys, whatever the value.
  func isPresent(in info: UserInfo?) -> Bool {
    info?[self] != nil
  }
}
