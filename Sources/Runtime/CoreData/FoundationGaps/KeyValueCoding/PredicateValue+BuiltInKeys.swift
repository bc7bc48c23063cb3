import Foundation

extension PredicateValue {
  /// The properties of strings, numbers, dates and data that predicates use; nil for other keys.
  func builtInValue(forKey key: String) -> PredicateValue? {
    if key == "self" { return self }
    return switch self {
    case .string(let string): Self.value(of: string, forKey: key)
    case .date(let date): Self.value(of: date, forKey: key)
    case .data(let data): key == "length" ? .integer(Int64(data.count)) : nil
    case .id(let id): key == "UUIDString" ? .string(id.uuidString) : nil
    case .integer, .real, .decimal: number(forKey: key)
    case .other(let value): (value as? URL).flatMap { Self.value(of: $0, forKey: key) }
    default: nil
    }
  }

  private static func value(of string: String, forKey key: String) -> PredicateValue? {
    switch key {
    case "length": .integer(Int64(string.utf16.count))
    case "lowercaseString": .string(string.lowercased())
    case "uppercaseString": .string(string.uppercased())
    case "capitalizedString": .string(string.capitalized)
    case "integerValue", "intValue", "longLongValue":
      .integer(Int64(string.trimmingCharacters(in: .whitespaces)) ?? 0)
    case "doubleValue", "floatValue": .real(PredicateValue.string(string).castToNumber.real ?? 0)
    case "boolValue": .integer("YyTt123456789".contains(string.first ?? "0") ? 1 : 0)
    default: nil
    }
  }

  private static func value(of date: Date, forKey key: String) -> PredicateValue? {
    switch key {
    case "timeIntervalSinceReferenceDate": .real(date.timeIntervalSinceReferenceDate)
    case "timeIntervalSince1970": .real(date.timeIntervalSince1970)
    case "timeIntervalSinceNow": .real(date.timeIntervalSinceNow)
    default: nil
    }
  }

  private static func value(of url: URL, forKey key: String) -> PredicateValue? {
    switch key {
    case "absoluteString": .string(url.absoluteString)
    case "path": .string(url.path)
    case "host": url.host.map(PredicateValue.string) ?? .null
    case "scheme": url.scheme.map(PredicateValue.string) ?? .null
    case "lastPathComponent": .string(url.lastPathComponent)
    case "pathExtension": .string(url.pathExtension)
    default: nil
    }
  }

  private func number(forKey key: String) -> PredicateValue? {
    switch key {
    case "intValue", "integerValue", "longLongValue", "longValue", "shortValue":
      whole.map(PredicateValue.integer)
    case "doubleValue", "floatValue": real.map(PredicateValue.real)
    case "boolValue": .integer(real == 0 ? 0 : 1)
    case "stringValue", "description": castToString
    default: nil
    }
  }
}
