import ManagedModel

// The terms of the contract between generated code and the runtime.

extension AttributeType {
  /// The name of the type in code: the model's name as an identifier.
  var kind: String {
    switch self {
    case .undefined: "undefined"
    case .integer16: "integer16"
    case .integer32: "integer32"
    case .integer64: "integer64"
    case .decimal: "decimal"
    case .double: "double"
    case .float: "float"
    case .string: "string"
    case .boolean: "boolean"
    case .date: "date"
    case .binary: "binary"
    case .uuid: "uuid"
    case .uri: "uri"
    case .transformable: "transformable"
    case .objectID: "objectID"
    case .composite: "composite"
    }
  }

  /// The method of the runtime that returns a value; the names of the other methods for it begin with `set`,
  /// `primitive` and `setPrimitive`.
  var accessMethod: String {
    switch self {
    case .decimal: "decimalNumber"
    case .undefined, .transformable, .composite, .objectID: "anyValue"
    default: "value"
    }
  }

  /// Whether the model does not state the Swift type of the values.
  var isUntyped: Bool {
    switch self {
    case .undefined, .transformable, .composite: true
    default: false
    }
  }
}

extension Relationship {
  /// The kind of the relationship in code.
  var kind: String {
    guard isToMany else { return "toOne" }
    return isOrdered ? "orderedToMany" : "toMany"
  }
}

extension SwiftIdentifier {
  /// The name of the case for a property in the enumeration `GeneratedKey` of a class.
  ///
  /// It is unique: no two properties with different names share one.
  var keyName: String {
    let bytes = bare.utf8
    let last = bytes.lastIndex { $0 != UInt8(ascii: "_") }
    let stem = String(bare[..<(last.map(bytes.index(after:)) ?? bare.startIndex)])
    return Self.keyMembers.contains(stem) || stem.hasPrefix(ContextModel.rootAlias)
      ? bare + "_" : text
  }

  /// The names of the enumeration's other members, and names that are not allowed as cases.
  private static let keyMembers: Set<String> = [
    "end", "first", "table", "Protocol", "Type", "init", "self",
  ]
}
