extension Player {
  /// The first name and the last name.
  package var fullName: String { "\(firstName) \(lastName)" }
}
