/// A description of a diagram in words, for readers who do not see it.
struct DiagramDescription {
  private let diagram: DiagramModel

  init(_ diagram: DiagramModel) {
    self.diagram = diagram
  }

  func lines() -> [String] {
    [summary] + diagram.boxes.indices.map(sentence(for:))
  }

  private var summary: String {
    let entities = diagram.boxes.count { $0.kind == .entity }
    let composites = diagram.boxes.count - entities
    let lines = diagram.edges.count { $0.kind == .relationship }
    var text = "Entity–relationship diagram of \(Self.count(entities, "entity", "entities"))"
    if composites > 0 { text += ", \(Self.count(composites, "composite", "composites"))" }
    return text + " and \(Self.count(lines, "relationship", "relationships"))."
  }

  private static func count(_ number: Int, _ one: String, _ many: String) -> String {
    "\(number) \(number == 1 ? one : many)"
  }

  private func sentence(for index: Int) -> String {
    let box = diagram.boxes[index]
    var text =
      box.kind == .composite
      ? "Composite \(box.name)" : "\(box.isAbstract ? "Abstract entity" : "Entity") \(box.name)"
    let parent = diagram.edges.first { $0.kind == .inheritance && $0.head.box == index }
    if let parent { text += ", child of \(diagram.boxes[parent.tail.box].name)" }
    for compartment in box.compartments {
      let (title, words) =
        switch compartment.kind {
        case .attributes: ("Attributes", compartment.rows.map(attribute))
        case .relationships: ("Relationships", compartment.rows.map(relationship))
        case .fetchedProperties:
          ("Fetched properties", compartment.rows.map { "\($0.name) of \($0.type)" })
        }
      text += ". \(title): \(words.joined(separator: "; "))"
    }
    return text + "."
  }

  private func attribute(_ row: DiagramRow) -> String {
    var words = [row.type]
    if row.isOptional { words.append("optional") }
    if row.isDerived { words.append("derived") }
    if row.isTransient { words.append("transient") }
    return "\(row.name) (\(words.joined(separator: ", ")))"
  }

  private func relationship(_ row: DiagramRow) -> String {
    guard let multiplicity = row.multiplicity else { return "\(row.name) to \(row.type)" }
    let count =
      switch (multiplicity.least, multiplicity.greatest) {
      case (0, nil): "any number of"
      case (0, 1?): "one or no"
      case (1, 1?): "exactly one"
      case (let least, nil): "at least \(least)"
      case (0, let greatest?): "up to \(greatest)"
      case (let least, let greatest?): "\(least) to \(greatest)"
      }
    let order = multiplicity.isOrdered ? ", ordered" : ""
    return "\(row.name) to \(count) \(row.type)\(order)"
  }
}
