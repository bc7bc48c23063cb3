import ManagedModel

extension SwiftTyping {
  /// The value returned for a missing one, where the declaration is not optional: the zero
  /// of the stored type as an expression; nil for a type without a zero.
  func zeroExpression(of attribute: Attribute) -> String? {
    switch attribute.type {
    case .integer16, .integer32, .integer64, .double, .float: "0"
    case .boolean: "false"
    case .string: "\"\""
    case .decimal: "\(inExpressions("NSDecimalNumber")).zero"
    case .binary: "\(inExpressions("Data"))()"
    case .date: "\(inExpressions("Date"))(timeIntervalSinceReferenceDate: 0)"
    case .uuid:
      "\(inExpressions("UUID"))(uuid: (\(Array(repeating: "0", count: 16).joined(separator: ", "))))"
    case .uri: "\(inExpressions("URL"))(fileURLWithPath: \"/\")"
    case .composite: compositeZero(of: attribute)
    case .transformable: zero(ofType: type(of: attribute).storage)
    case .undefined, .objectID: nil
    }
  }

  /// The fallback of a wrapped value when the stored one is not of its type: the model's default.
  func fallbackExpression(of attribute: Attribute) -> String? {
    switch type(of: attribute).wrapper {
    case .rawRepresentable: defaultExpression(of: attribute)
    case .optionSet: defaultExpression(of: attribute) ?? zeroExpression(of: attribute)
    case .codable, nil: nil
    }
  }

  private func compositeZero(of attribute: Attribute) -> String {
    let type = storageType(of: attribute)
    return type.hasPrefix("[") ? "[:]" : "\(type)(dictionary: [:])"
  }

  /// The empty collection or text of a user-defined type; nil for other types, which are unknown.
  func zero(ofType text: String) -> String? {
    if text.hasSuffix("]"), text.hasPrefix("[") { return Self.isDictionary(text) ? "[:]" : "[]" }
    if text.hasPrefix("Set<") || text.hasPrefix("Array<") { return "[]" }
    if text.hasPrefix("Dictionary<") { return "[:]" }
    if text == "String" { return "\"\"" }
    // Only Apple's has an initializer without a text.
    if text == "NSAttributedString" { return "\(inExpressions(text))(string: \"\")" }
    return Self.emptyClasses.contains(text) ? "\(inExpressions(text))()" : nil
  }

  /// Whether the outermost brackets contain a colon.
  private static func isDictionary(_ text: String) -> Bool {
    var depth = 0
    for character in text {
      switch character {
      case "[", "<", "(": depth += 1
      case "]", ">", ")": depth -= 1
      case ":" where depth == 1: return true
      default: break
      }
    }
    return false
  }

  private static let emptyClasses: Set<String> = [
    "NSArray", "NSData", "NSDictionary", "NSIndexSet", "NSOrderedSet",
    "NSSet", "NSString",
  ]
}
