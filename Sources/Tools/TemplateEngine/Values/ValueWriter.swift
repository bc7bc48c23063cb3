/// Converts values into text for `{{ … }}`, `join` and the string filters.
///
/// Scalars are written as they are; arrays and objects are written in Swift's notation, their strings in
/// quotes, so that a template author who writes one by mistake recognizes it.
struct ValueWriter {
  private(set) var text = ""

  /// The maximum depth, since objects can be cyclic; deeper values are written as an ellipsis.
  private static let deepest = 8

  /// The number of bytes after which writing stops with an error.
  private let limit: Int

  private init(limit: Int) {
    self.limit = limit
  }

  /// The text of the value, never longer than the limit.
  static func text(of value: TemplateValue, limit: Int) throws(FilterError) -> String {
    switch value {
    case .null: return ""
    case .bool(let value): return value ? "true" : "false"
    case .int(let value): return String(value)
    case .double(let value): return value.description
    case .string(let value): return value
    case .array, .object:
      if case .object(let object) = value, object is Macro { return "" }
      var writer = ValueWriter(limit: limit)
      try writer.write(value, depth: 0)
      return writer.text
    }
  }

  private mutating func write(_ value: TemplateValue, depth: Int) throws(FilterError) {
    guard text.utf8.count <= limit else { throw .tooLong(limit) }
    switch value {
    case .null: text += "nil"
    case .bool(let value): text += value ? "true" : "false"
    case .int(let value): text += String(value)
    case .double(let value): text += value.description
    case .string(let value): text += value.debugDescription
    case .array(let elements): try write(elements, depth: depth)
    case .object(let object): try write(object, depth: depth)
    }
  }

  private mutating func write(_ elements: [TemplateValue], depth: Int) throws(FilterError) {
    guard depth < Self.deepest else {
      text += "[…]"
      return
    }
    text += "["
    for (index, element) in elements.enumerated() {
      if index > 0 { text += ", " }
      try write(element, depth: depth + 1)
    }
    text += "]"
  }

  private mutating func write(_ object: any TemplateObject, depth: Int) throws(FilterError) {
    let keys = object.keys
    guard depth < Self.deepest, !keys.isEmpty else {
      text += keys.isEmpty ? "[:]" : "[…]"
      return
    }
    text += "["
    for (index, key) in keys.enumerated() {
      if index > 0 { text += ", " }
      text += key.debugDescription + ": "
      try write(object.value(forKey: key) ?? .null, depth: depth + 1)
    }
    text += "]"
  }
}
