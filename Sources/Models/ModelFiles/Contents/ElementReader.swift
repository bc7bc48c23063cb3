import ManagedModel

/// Reads the XML attributes of one kind of element, in one document.
///
/// Each thread has readers of its own, with closures of their own: references to them are counted for every
/// XML attribute, which takes many times as long if threads share them.
final class ElementReader<Value: ModelElement>: Sendable {
  private let table: FieldTable<Value>

  /// The position in the table of each name in the document, or -1: names are compared once per document.
  private let positions: [Int16]

  /// The functions that parse the texts of the fields.
  private let parsers: [@Sendable (String, inout Value) -> FieldReading]

  /// The fields whose text must not be empty, as a bit set.
  private let required: UInt64

  init(_ table: FieldTable<Value>, for document: XMLDocument) {
    self.table = table
    positions = document.names.map { Int16(table.position(of: $0) ?? -1) }
    parsers = table.fields.map { field in { text, value in field.read(text, &value) } }
    required = table.required
  }

  /// Reads the attributes of a node's tag into a value.
  func read(_ node: XMLNode, into value: inout Value, session: inout ReadingSession) {
    value.source = SourceOffset(Int(node.offset))
    var seen: UInt64 = 0
    var isInOrder = true
    var last: Int16 = -1
    for attribute in session.document.attributes(of: node) {
      let position = positions[Int(attribute.name)]
      guard position >= 0 else {
        session.keepUnknown(attribute, of: node, in: &value, knowing: table)
        isInOrder = false
        continue
      }
      seen |= 1 << UInt64(position)
      if position < last { isInOrder = false }
      last = position
      read(attribute, at: Int(position), of: node, into: &value, &session)
    }
    if table.alwaysWritten & ~seen != 0 {
      noteWhatIsMissing(seen: seen, of: node, in: &value, &session)
    }
    if !value.spelling.attributes.isEmpty { silenceProperNames(seen: seen, in: &value) }
    if !isInOrder { noteOrder(of: node, in: &value, session.document) }
  }

  private func read(
    _ attribute: XMLAttribute,
    at position: Int,
    of node: XMLNode,
    into value: inout Value,
    _ session: inout ReadingSession
  ) {
    switch parsers[position](attribute.value, &value) {
    case .refused(let problem):
      session.report(problem, at: node, attribute: table.fields[position].name)
      fallthrough
    case .unusual:
      keep(session.rawText(of: attribute, in: node), asTextOf: position, in: &value)
    case .plain:
      guard XMLText.mayBeWrittenInSeveralWays(attribute.value) else { break }
      let raw = session.rawText(of: attribute, in: node)
      if raw != XMLText.escaped(attribute.value) { keep(raw, asTextOf: position, in: &value) }
    }
    if required & (1 << UInt64(position)) != 0, attribute.value.isEmpty {
      let name = table.fields[position].name
      session.reportMissing(name, of: node, attribute: name)
    }
  }

  /// Keeps the text of a field as the file has it.
  private func keep(_ rawText: String, asTextOf position: Int, in value: inout Value) {
    let field = table.fields[position]
    value.spelling.attributes.append(
      WrittenAttribute(name: field.name, rawText: rawText, canonical: field.write(value))
    )
  }

  private func noteWhatIsMissing(
    seen: UInt64,
    of node: XMLNode,
    in value: inout Value,
    _ session: inout ReadingSession
  ) {
    for (position, field) in table.fields.enumerated()
    where field.isAlwaysWritten && seen & (1 << UInt64(position)) == 0 {
      if field.isRequired { session.reportMissing(field.name, of: node, attribute: nil) }
      value.spelling.attributes.append(
        WrittenAttribute(name: field.name, rawText: nil, canonical: field.write(value))
      )
    }
  }

  /// Marks proper names as absent where an alias was read, or both would be written.
  private func silenceProperNames(seen: UInt64, in value: inout Value) {
    for written in value.spelling.attributes where written.canonical == nil {
      guard let alias = table.position(of: written.name), !table.fields[alias].orderIsEstablished,
        let proper = table.fields.firstIndex(where: { $0.write(value) == written.rawText }),
        seen & (1 << UInt64(proper)) == 0, proper != alias,
        !value.spelling.attributes.contains(where: { $0.name == table.fields[proper].name })
      else { continue }
      value.spelling.attributes.append(
        WrittenAttribute(
          name: table.fields[proper].name,
          rawText: nil,
          canonical: table.fields[proper].write(value)
        )
      )
    }
  }

  private func noteOrder(of node: XMLNode, in value: inout Value, _ document: XMLDocument) {
    let names = document.attributes(of: node).map { document.names[Int($0.name)] }
    let written = ElementWriter(table).attributes(of: value).map(\.name)
    value.spelling.attributeOrder = table.orderWorthKeeping(names, written: written) ?? []
  }
}
