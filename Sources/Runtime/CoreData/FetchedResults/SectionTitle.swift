/// The titles of sections in an index beside a list.
enum SectionTitle {
  /// The first letter of a section's name, as a capital; nil for the empty name.
  static func standard(_ name: String) -> String? {
    name.first.map { String($0).uppercased() }
  }
}
