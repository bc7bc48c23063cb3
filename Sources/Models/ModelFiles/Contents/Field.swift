import ManagedModel

/// The correspondence of one XML attribute and one part of a value.
///
/// The tables of fields in `Fields+….swift` are the format: reading, writing, the order of attributes
/// and the recognition of unusual spellings all follow from them.
struct Field<Value>: Sendable {
  let name: String

  /// Puts the text of the file into the value.
  let read: @Sendable (String, inout Value) -> FieldReading

  /// The text for the file, or nil when the attribute is left out.
  let write: @Sendable (Value) -> String?

  /// Gives a value the content that another one has.
  let copy: @Sendable (_ source: Value, _ target: inout Value) -> Void

  /// Whether the attribute is written in every file, so that its absence is a spelling to keep.
  var isAlwaysWritten = false

  /// Whether Xcode is known to put this attribute exactly here.
  ///
  /// Where it is not known, the order of a file that was read is kept.
  var orderIsEstablished = true

  /// Whether an element without it is an error.
  var isRequired = false

  /// Whether it is a second name for a field, understood and never chosen.
  var isAlias = false
}

/// The result of reading the text of an attribute.
enum FieldReading: Sendable {
  /// The text is what we would write.
  case plain
  /// The text was understood and we would write it differently.
  case unusual
  /// The text makes no sense.
  case refused(FieldProblem)
}

/// The reason why the text of an attribute makes no sense.
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
  /// Marks an attribute whose place among the others is not established.
  var anywhere: Self {
    var copy = self
    copy.orderIsEstablished = false
    return copy
  }

  /// Marks an attribute that stands in every file.
  var always: Self {
    var copy = self
    copy.isAlwaysWritten = true
    return copy
  }
}
