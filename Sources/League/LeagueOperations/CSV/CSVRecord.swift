/// A line of a CSV file; a quoted field may make it several lines.
struct CSVRecord: Sendable, Hashable {
  var fields: [Field] = []

  /// Whether its last field begins with a quotation mark that is never closed, and is the rest of the file.
  var isUnclosed = false

  struct Field: Sendable, Hashable {
    let text: String

    /// The byte at which it begins.
    let offset: Int
  }

  /// Whether there is nothing in it, as in an empty line.
  var isBlank: Bool { fields.allSatisfy(\.text.isEmpty) }
}

/// A problem at a byte of a CSV file.
struct CSVProblem: Sendable, Hashable {
  let message: String
  let offset: Int

  /// Advice how to fix it.
  var hint: String?
}
