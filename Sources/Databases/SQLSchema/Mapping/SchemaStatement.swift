/// A statement that creates a part of a schema.
package struct SchemaStatement: Sendable, Hashable {
  package var kind: SchemaStatementKind

  /// The name of the object that the statement creates; empty for a setting.
  package var name: String

  /// The text, without a semicolon at its end.
  package var text: String

  /// The part of the model that the statement is for.
  package var element: SchemaElement

  package init(
    _ kind: SchemaStatementKind,
    name: String,
    text: String,
    element: SchemaElement
  ) {
    self.kind = kind
    self.name = name
    self.text = text
    self.element = element
  }
}

/// The kind of object that a statement creates.
package enum SchemaStatementKind: Sendable, Hashable {
  /// A setting of the database file or connection.
  case setting
  case table
  case joinTable
  case index
  case uniqueIndex
  case virtualTable
  case trigger
  /// A table that does not come from the model.
  case systemTable
  case systemIndex
  /// Anything else that a dialect needs, such as a sequence or a foreign key added afterwards.
  case other
}
