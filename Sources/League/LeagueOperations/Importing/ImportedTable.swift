import Diagnostics

/// A CSV file prepared for an import: rows of fields by column, and its format errors.
struct ImportedTable {
  private(set) var rows: [Row] = []
  private(set) var problems: [CSVProblem] = []

  struct Row {
    private let fields: [CSVRecord.Field]
    private let indices: [ImportedColumn: Int]

    /// The byte at which the row begins.
    let offset: Int

    fileprivate init(_ fields: [CSVRecord.Field], _ indices: [ImportedColumn: Int]) {
      self.fields = fields
      self.indices = indices
      offset = fields.first?.offset ?? 0
    }

    /// The text in a column, without surrounding white space.
    func text(_ column: ImportedColumn) -> String {
      field(column)?.text.trimmed ?? ""
    }

    /// The byte at which a column begins; that of the row if the file lacks the column.
    func offset(of column: ImportedColumn) -> Int {
      field(column)?.offset ?? offset
    }

    private func field(_ column: ImportedColumn) -> CSVRecord.Field? {
      indices[column].map { fields[$0] }
    }
  }

  /// - Parameters:
  ///   - bytes: The file.
  ///   - progress: Called with the fraction that was read; an error that it throws ends the reading.
  /// - Throws: The error of `progress`.
  init(_ bytes: [UInt8], progress: (Double) throws -> Void) throws {
    if let file = ForeignFile(bytes) {
      problems = [CSVProblem(message: file.message, offset: 0, hint: file.hint)]
      return
    }
    let format = CSVFormat(of: bytes) { Self.column($0) != nil }
    var reader = CSVReader(bytes, separator: format.separator, from: format.start)
    // Without the columns all following rows would only cause more errors.
    let header = reader.next()
    guard header?.isUnclosed != true else {
      problems = reader.problems
      return
    }
    guard let indices = understand(header) else { return }
    let width = indices.width
    while let record = reader.next() {
      // The rest of the file is in one field then, which causes all other errors of the record.
      if record.isBlank || record.isUnclosed { continue }
      let offset = record.fields.first?.offset ?? 0
      if record.fields.count == width {
        rows.append(Row(record.fields, indices.places))
      } else {
        let count = record.fields.count
        let message = "\(count) \(count == 1 ? "field" : "fields") where the header has \(width)"
        problems.append(CSVProblem(message: message, offset: offset))
      }
      if rows.count.isMultiple(of: 1_000) { try progress(Double(offset) / Double(bytes.count)) }
    }
    problems += reader.problems
  }

  /// Maps the columns of the first line; reports required columns that are missing.
  private mutating func understand(
    _ header: CSVRecord?
  ) -> (places: [ImportedColumn: Int], width: Int)? {
    guard let header else {
      note(Self.missing(Set()), at: 0)
      return nil
    }
    guard header.fields.contains(where: { Self.column($0.text) != nil }) else {
      let names = ImportedColumn.allCases.map(\.rawValue)
      problems = [
        CSVProblem(
          message: "this is not a CSV file of players: its first line names none of the columns "
            + names.joined(separator: ", "),
          offset: 0,
          hint: "the first line must be: \(names.joined(separator: ","))"
        )
      ]
      return nil
    }
    var indices: [ImportedColumn: Int] = [:]
    for (index, field) in header.fields.enumerated() {
      guard let column = Self.column(field.text) else {
        problems.append(Self.unknown(field.text.trimmed.lowercased(), at: field.offset))
        continue
      }
      if indices.updateValue(index, forKey: column) != nil {
        note("the column '\(column.rawValue)' is there twice", at: field.offset)
      }
    }
    if !ImportedColumn.allCases.allSatisfy({ $0.isOptional || indices[$0] != nil }) {
      note(Self.missing(Set(indices.keys)), at: 0)
    }
    return problems.isEmpty ? (indices, header.fields.count) : nil
  }

  private static func unknown(_ heading: String, at offset: Int) -> CSVProblem {
    let names = ImportedColumn.allCases.map(\.rawValue)
    guard !heading.isEmpty else {
      return CSVProblem(
        message: "a column without a name",
        offset: offset,
        hint: "a separator at the end of each line makes one: remove it"
      )
    }
    return CSVProblem(
      message: "there is no column '\(heading)'",
      offset: offset,
      hint: Suggestion.didYouMean(heading, among: names)
        ?? "the columns are \(names.joined(separator: ", "))"
    )
  }

  private mutating func note(_ message: String, at offset: Int) {
    problems.append(CSVProblem(message: message, offset: offset))
  }

  private static func column(_ heading: String) -> ImportedColumn? {
    ImportedColumn(rawValue: heading.trimmed.lowercased())
  }

  private static func missing(_ found: Set<ImportedColumn>) -> String {
    let names = ImportedColumn.allCases.filter { !$0.isOptional && !found.contains($0) }
    return "the first line must name the columns; missing: "
      + names.map(\.rawValue).joined(separator: ", ")
  }
}
