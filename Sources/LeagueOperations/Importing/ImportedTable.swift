/// A CSV file as an import needs it: rows of fields by column, and what is wrong with its form.
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

    /// What is in a column, without the white space around it.
    func text(_ column: ImportedColumn) -> String {
      field(column)?.text.trimmed ?? ""
    }

    /// The byte at which a column begins; of one that the file does not have, the row.
    func offset(of column: ImportedColumn) -> Int {
      field(column)?.offset ?? offset
    }

    private func field(_ column: ImportedColumn) -> CSVRecord.Field? {
      indices[column].map { fields[$0] }
    }
  }

  /// - Parameters:
  ///   - bytes: The file.
  ///   - progress: Told what part of it was read; what it throws ends the reading.
  /// - Throws: What the progress throws.
  init(_ bytes: [UInt8], progress: (Double) throws -> Void) throws {
    var reader = CSVReader(bytes)
    guard let header = reader.next() else {
      problems = [CSVProblem(message: Self.missing(Set()), offset: 0)]
      return
    }
    let indices = understand(header)
    while let record = reader.next() {
      if record.isBlank { continue }
      let offset = record.fields.first?.offset ?? 0
      if record.fields.count == header.fields.count {
        rows.append(Row(record.fields, indices))
      } else {
        let message = "\(record.fields.count) fields where the header has \(header.fields.count)"
        problems.append(CSVProblem(message: message, offset: offset))
      }
      if rows.count.isMultiple(of: 1_000) { try progress(Double(offset) / Double(bytes.count)) }
    }
    problems += reader.problems
  }

  /// The places of the columns, as the first line tells them.
  private mutating func understand(_ header: CSVRecord) -> [ImportedColumn: Int] {
    var indices: [ImportedColumn: Int] = [:]
    for (index, field) in header.fields.enumerated() {
      let name = field.text.trimmed.lowercased()
      guard let column = ImportedColumn(rawValue: name) else {
        problems.append(CSVProblem(message: "there is no column '\(name)'", offset: field.offset))
        continue
      }
      if indices.updateValue(index, forKey: column) != nil {
        let message = "the column '\(name)' is there twice"
        problems.append(CSVProblem(message: message, offset: field.offset))
      }
    }
    let isComplete = ImportedColumn.allCases.allSatisfy { $0.isOptional || indices[$0] != nil }
    if !isComplete {
      problems.append(CSVProblem(message: Self.missing(Set(indices.keys)), offset: 0))
    }
    return indices
  }

  private static func missing(_ found: Set<ImportedColumn>) -> String {
    let names = ImportedColumn.allCases.filter { !$0.isOptional && !found.contains($0) }
    return "the first line must name the columns; missing: "
      + names.map(\.rawValue).joined(separator: ", ")
  }
}
