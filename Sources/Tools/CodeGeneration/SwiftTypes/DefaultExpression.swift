import ManagedModel

extension SwiftTyping {
  /// The default value of an attribute as a Swift expression, or nil when there is none or when the
  /// type cannot represent it.
  ///
  /// The expression has the type of the stored value; a URL's is optional.
  package func defaultExpression(of attribute: Attribute) -> String? {
    guard let value = attribute.defaultValue else { return nil }
    switch value {
    case .integer(let number):
      return attribute.type.canHold(number) ? String(number) : nil
    case .double(let number):
      guard attribute.type == .float else { return number.description }
      return Float(number).isFinite ? Float(number).description : nil
    case .decimal(let digits):
      return "\(inExpressions("NSDecimalNumber"))(string: \(SwiftLiteral.string(digits)))"
    case .string(let text): return SwiftLiteral.string(text)
    case .boolean(let flag): return flag ? "true" : "false"
    case .date(let seconds):
      return seconds.isFinite
        ? "\(inExpressions("Date"))(timeIntervalSinceReferenceDate: \(seconds.description))" : nil
    case .uuid(let text): return uuidExpression(text)
    case .uri(let text): return "\(inExpressions("URL"))(string: \(SwiftLiteral.string(text)))"
    }
  }

  /// A UUID by its bytes: parsing a text could fail, and generated code must not.
  private func uuidExpression(_ text: String) -> String? {
    let digits = text.filter { $0 != "-" }.uppercased()
    guard digits.utf8.count == 32,
      digits.utf8.allSatisfy({ Character(Unicode.Scalar($0)).isHexDigit })
    else { return nil }
    let pairs = stride(from: 0, to: 32, by: 2).map { offset in
      "0x" + digits.dropFirst(offset).prefix(2)
    }
    return "\(inExpressions("UUID"))(uuid: (\(pairs.joined(separator: ", "))))"
  }
}

extension AttributeType {
  fileprivate func canHold(_ number: Int64) -> Bool {
    switch self {
    case .integer16: Int16(exactly: number) != nil
    case .integer32: Int32(exactly: number) != nil
    default: true
    }
  }
}
