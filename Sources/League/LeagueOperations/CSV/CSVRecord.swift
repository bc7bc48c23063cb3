/// A record of a CSV file; a quoted field may span several lines.
struct CSVRecord: Sendable, Hashable {
  var fields: [Field] = []

  /// Whether its last field begins with an unclosed quotation mark, and extends to the end of the file.
  var isUnclosed = false

  struct Field: Sendable, Hashable {
    let text: String

    /// The byte at which it begins.
    let offset: Int
  }

  /// Whether all fields are empty, as in an empty line.
  var isBlank: Bool { fields.allSatisfy(\.text.isEmpty) }
}

/// A problem at a byte of a CSV file.
struct CSVProblem: Sendable, Hashable {
  let message: String
  let offset: Int

  /// The remedy.
  var hint: String?
}
