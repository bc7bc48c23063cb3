import ManagedModel

/// What a column must hold, as far as the model says it.
struct ColumnRules {
  /// Whether no row may be without a value.
  var isRequired = false

  /// The numbers of the entities whose rows must have a value, where rows of others share the table.
  var requiredFor: ClosedRange<Int>?

  /// The literal that a row gets when nothing is said.
  var defaultLiteral: String?

  /// What keeps the value in order, each with the word that tells it from others of the column.
  var checks: [ColumnCheck] = []

  /// What is not checked, and why.
  var remarks: [String] = []
}

/// A condition on the values of a column.
struct ColumnCheck {
  var word: String
  var expression: String
}
