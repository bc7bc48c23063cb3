import ManagedModel

/// The way in which the database keeps a derived attribute up to date.
struct PostgreSQLDerivation {
  var column: DerivedColumn
  var means: Means

  enum Means {
    /// A generated column with the given expression.
    case generated(String)

    /// Triggers; the function, if any, is applied to the value that is read from elsewhere.
    case triggers(TextDerivation?)
  }
}

extension TextDerivation {
  /// The function applied to an expression.
  ///
  /// Diacritics are removed after decomposition into letters and marks.
  func postgreSQL(_ expression: String) -> String {
    switch self {
    case .lowercase: "lower(\(expression))"
    case .uppercase: "upper(\(expression))"
    case .canonical:
      "lower(regexp_replace(normalize(\(expression), NFD), E'[\\u0300-\\u036F]', '', 'g'))"
    }
  }
}
