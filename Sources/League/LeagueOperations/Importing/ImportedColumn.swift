/// A column of the CSV files that are imported and exported.
///
/// The raw values are the headings.
enum ImportedColumn: String, CaseIterable, Hashable {
  case team
  case color
  case first
  case last
  case email

  /// Whether a file may lack it: a color is needed for new teams only.
  var isOptional: Bool { self == .color }

  /// The column of a field of a form.
  init(_ field: EntryField) {
    switch field {
    case .name, .team: self = .team
    case .uniformColor: self = .color
    case .firstName: self = .first
    case .lastName: self = .last
    case .email: self = .email
    }
  }
}
