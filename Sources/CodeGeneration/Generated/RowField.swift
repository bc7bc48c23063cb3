import ManagedModel

/// How a row keeps a property: the field's type, and what the contract between generated code and the
/// runtime calls it.
struct RowField {
  /// The kind in the row's layout.
  let kind: String

  /// The type of the field, without `?`; nil for a property without a field.
  let type: String?

  /// The name by which values of the type are read from stores and from untyped values.
  let accessor: String?

  /// Whether the value is in a box, because the model does not say its type.
  let isBoxed: Bool

  private init(_ kind: String, type: String? = nil, accessor: String? = nil, isBoxed: Bool = false)
  {
    self.kind = kind
    self.type = type
    self.accessor = accessor
    self.isBoxed = isBoxed
  }

  init(_ attribute: Attribute, typing: SwiftTyping) {
    let type = attribute.type
    guard let accessor = type.rowAccessor else {
      let box = typing.known("GeneratedCode1") + ".Box"
      self.init(type.rowKind, type: box, accessor: "box", isBoxed: true)
      return
    }
    self.init(type.rowKind, type: typing.known(type.swiftName), accessor: accessor)
  }

  init(_ relationship: Relationship, typing: SwiftTyping) {
    guard relationship.isToMany else {
      let reference = typing.known("GeneratedCode1") + ".Reference"
      self.init("toOne", type: reference, accessor: "reference")
      return
    }
    self.init(relationship.isOrdered ? "orderedToMany" : "toMany")
  }

  /// What the contract calls a type of attributes.
  static func kind(of type: AttributeType) -> String { type.rowKind }

  static let fetched = RowField("fetched")
}

extension AttributeType {
  /// The kind of an attribute in the layout of a row: what the model calls its type.
  fileprivate var rowKind: String {
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

  /// The name of a field's type in the contract, or nil for a box.
  fileprivate var rowAccessor: String? {
    switch self {
    case .undefined, .transformable, .composite: nil
    case .integer16: "int16"
    case .integer32: "int32"
    case .integer64: "int64"
    case .decimal: "decimal"
    case .double: "double"
    case .float: "float"
    case .string: "string"
    case .boolean: "bool"
    case .date: "date"
    case .binary: "data"
    case .uuid: "uuid"
    case .uri: "url"
    case .objectID: "objectID"
    }
  }
}
