import ManagedModel

/// The constraints on the values of a column that follow from the model.
struct ColumnRules {
  /// Whether every row must have a value.
  var isRequired = false

  /// The numbers of the entities whose rows must have a value, where rows of others share the table.
  var requiredFor: ClosedRange<Int>?

  /// The literal of the default.
  var defaultLiteral: String?

  /// The checks of the value, each with a word that distinguishes it from others of the column.
  var checks: [ColumnCheck] = []

  /// The rules that are not checked, with reasons.
  var remarks: [String] = []
}

/// A condition on the values of a column.
struct ColumnCheck {
  var word: String
  var expression: String
}
