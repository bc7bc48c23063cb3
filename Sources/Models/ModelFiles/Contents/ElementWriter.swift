import ManagedModel

/// Writes the XML attributes of one kind of element: in canonical form and order, except where the file that
/// the value was read from had a different spelling.
struct ElementWriter<Value: ModelElement> {
  private let table: FieldTable<Value>

  init(_ table: FieldTable<Value>) {
    self.table = table
  }

  func attributes(of value: Value) -> [(name: String, rawText: String)] {
    let spelling = value.spelling
    guard !spelling.isEmpty else { return canonicalAttributes(of: value) }
    var result: [(name: String, rawText: String)] = []
    for field in table.fields {
      let canonical = field.write(value)
      if let written = spelling.attributes.first(where: { $0.name == field.name }),
        written.canonical == canonical
      {
        if let raw = written.rawText { result.append((field.name, raw)) }
      } else if let canonical {
        result.append((field.name, XMLText.escaped(canonical)))
      }
    }
    for written in spelling.attributes where table.position(of: written.name) == nil {
      if let raw = written.rawText { result.append((written.name, raw)) }
    }
    return ordered(result, by: spelling.attributeOrder)
  }

  private func canonicalAttributes(of value: Value) -> [(name: String, rawText: String)] {
    table.fields.compactMap { field in
      field.write(value).map { (field.name, XMLText.escaped($0)) }
    }
  }

  /// Orders attributes as in the file; new ones come after their canonical predecessor.
  private func ordered(
    _ attributes: [(name: String, rawText: String)],
    by order: [String]
  ) -> [(name: String, rawText: String)] {
    guard !order.isEmpty else { return attributes }
    var rank = -1
    let ranked = attributes.map { attribute in
      rank = order.firstIndex(of: attribute.name) ?? rank
      return (rank: rank, attribute: attribute)
    }
    return ranked.enumerated()
      .sorted { ($0.element.rank, $0.offset) < ($1.element.rank, $1.offset) }
      .map(\.element.attribute)
  }
}
