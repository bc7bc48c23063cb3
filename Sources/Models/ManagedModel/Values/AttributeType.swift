/// The types an attribute can have.
package enum AttributeType: Sendable, Hashable, CaseIterable {
  /// No type: a transient attribute that holds any object. The file leaves `attributeType` out.
  case undefined
  case integer16
  case integer32
  case integer64
  case decimal
  case double
  case float
  case string
  case boolean
  case date
  case binary
  case uuid
  case uri
  case transformable
  case objectID
  case composite
}

extension AttributeType {
  /// The raw value of Core Data's `NSAttributeType`.
  ///
  /// It takes part in version hashes.
  package var code: Int {
    switch self {
    case .undefined: 0
    case .integer16: 100
    case .integer32: 200
    case .integer64: 300
    case .decimal: 400
    case .double: 500
    case .float: 600
    case .string: 700
    case .boolean: 800
    case .date: 900
    case .binary: 1000
    case .uuid: 1100
    case .uri: 1200
    case .transformable: 1800
    case .objectID: 2000
    case .composite: 2100
    }
  }

  /// The type with the given `NSAttributeType` raw value.
  package init?(code: Int) {
    guard let type = Self.allCases.first(where: { $0.code == code }) else { return nil }
    self = type
  }

  /// The text of the `attributeType` attribute in a model file, or nil for a type that a file cannot name.
  package var fileName: String? {
    switch self {
    case .undefined, .objectID: nil
    case .integer16: "Integer 16"
    case .integer32: "Integer 32"
    case .integer64: "Integer 64"
    case .decimal: "Decimal"
    case .double: "Double"
    case .float: "Float"
    case .string: "String"
    case .boolean: "Boolean"
    case .date: "Date"
    case .binary: "Binary"
    case .uuid: "UUID"
    case .uri: "URI"
    case .transformable: "Transformable"
    case .composite: "Composite"
    }
  }

  /// The type with the given name in model files.
  package init?(fileName: String) {
    // Faster than a table, which threads would share.
    switch fileName {
    case "Integer 16": self = .integer16
    case "Integer 32": self = .integer32
    case "Integer 64": self = .integer64
    case "Decimal": self = .decimal
    case "Double": self = .double
    case "Float": self = .float
    case "String": self = .string
    case "Boolean": self = .boolean
    case "Date": self = .date
    case "Binary": self = .binary
    case "UUID": self = .uuid
    case "URI": self = .uri
    case "Transformable": self = .transformable
    case "Composite": self = .composite
    default: return nil
    }
  }

  /// Whether values are whole numbers.
  package var isInteger: Bool {
    switch self {
    case .integer16, .integer32, .integer64: true
    default: false
    }
  }

  /// Whether values are numbers of any kind (a Boolean is not).
  package var isNumeric: Bool {
    switch self {
    case .integer16, .integer32, .integer64, .decimal, .double, .float: true
    default: false
    }
  }
}
