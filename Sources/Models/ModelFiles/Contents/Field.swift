import ManagedModel

/// The mapping between one XML attribute and one part of a value.
///
/// The tables of fields in `Fields+….swift` are the format: reading, writing, the order of attributes
/// and the recognition of unusual spellings all follow from them.
struct Field<Value>: Sendable {
  let name: String

  /// Parses the text of the file into the value.
  let read: @Sendable (String, inout Value) -> FieldReading

  /// The text for the file, or nil when the attribute is omitted.
  let write: @Sendable (Value) -> String?

  /// Copies the content of the field from one value to another.
  let copy: @Sendable (_ source: Value, _ target: inout Value) -> Void

  /// Whether every file contains the attribute, so that its absence is a spelling to keep.
  var isAlwaysWritten = false

  /// Whether the position of the attribute in Xcode's order is established.
  ///
  /// If it is not, the order of a file that was read is kept.
  var orderIsEstablished = true

  /// Whether the absence of the attribute is an error.
  var isRequired = false

  /// Whether it is an alias of a field: read, but never written for a new value.
  var isAlias = false
}

/// The result of reading the text of an attribute.
enum FieldReading: Sendable {
  /// The text is in canonical form.
  case plain
  /// The text was understood, but its canonical form differs.
  case unusual
  /// The text is not valid.
  case refused(FieldProblem)
}

/// The reason why the text of an attribute is not valid.
struct FieldProblem: Sendable {
  var rule: ModelRule
  var message: String
  var hint: String?

  init(_ rule: ModelRule, _ message: String, hint: String? = nil) {
    self.rule = rule
    self.message = message
    self.hint = hint
  }
}

extension Field {
  /// Marks an attribute whose position among the others is not established.
  var anywhere: Self {
    var copy = self
    copy.orderIsEstablished = false
    return copy
  }

  /// Marks an attribute that every file contains.
  var always: Self {
    var copy = self
    copy.isAlwaysWritten = true
    return copy
  }
}
