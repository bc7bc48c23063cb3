extension [String] {
  /// The words as a person lists them: `a, b or c`.
  func listed(with conjunction: String) -> String {
    guard count > 1, let last else { return first ?? "" }
    return dropLast().joined(separator: ", ") + " \(conjunction) \(last)"
  }
}
