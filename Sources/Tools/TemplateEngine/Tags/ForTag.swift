import Parallelism

extension TagDefinition {
  /// `{% for [label:] a[, b] in values [where condition] %}…{% empty %}…{% endfor %}`.
  ///
  /// The label can stand before the tag's name as well.
  static let `for` = TagDefinition(name: "for", inner: ["empty"], end: "endfor") {
    (header, parser) throws(ParseFault) in
    try ForNode.parse(&header, &parser)
  }
}

/// Renders its body once for each element, in a new scope.
private final class ForNode: TemplateNode, @unchecked Sendable {
  let label: String?
  /// The loop variables; nil for `_`, which skips an element.
  let variables: [TemplateSymbol?]
  let values: any TemplateExpression
  let condition: (any TemplateExpression)?
  /// An index lookup of the elements that can satisfy the condition.
  let lookup: ElementLookup?
  let body: Body
  /// Whether the body contains a tag that ends the loop.
  let mayEndEarly: Bool
  let empty: Body
  let spot: SourceSpan

  private init(
    label: String?,
    variables: [TemplateSymbol?],
    values: any TemplateExpression,
    condition: (any TemplateExpression)?,
    body: Body,
    mayEndEarly: Bool,
    empty: Body,
    spot: SourceSpan
  ) {
    self.label = label
    self.variables = variables
    self.values = values
    self.condition = condition
    lookup = condition.flatMap { ElementLookup($0, variables: variables) }
    self.body = body
    self.mayEndEarly = mayEndEarly
    self.empty = empty
    self.spot = spot
  }

  static func parse(
    _ header: inout TagHeader,
    _ parser: inout TemplateParser
  ) throws(ParseFault) -> TemplateNode {
    if header.reader.peek(1)?.kind == .sign, header.reader.peek(1)?.text == ":" {
      let spot = header.reader.spot
      let label = try header.reader.name("the label of the loop").text
      _ = header.reader.next()
      guard header.label == nil else { throw ParseFault("a loop has one label", at: spot) }
      header.label = label
    }
    var variables: [TemplateSymbol?] = []
    repeat {
      let name = try header.reader.name("the name of a loop variable")
      variables.append(name.text == "_" ? nil : name)
    } while header.reader.take(sign: ",")
    try header.reader.expect(keyword: "in", "after the loop variable")
    let values = try header.reader.range()
    var condition: (any TemplateExpression)?
    if header.reader.take(keyword: "where") { condition = try header.reader.operators() }
    try header.reader.expectEnd()

    parser.loopLabels.append(header.label)
    var (body, closing) = parser.body(of: header, until: ["empty", "endfor"])
    let mayEndEarly = parser.endLoop()
    var empty = Body.empty
    if closing.name == "empty" {
      (empty, closing) = parser.body(of: header, until: ["endfor"])
    }
    return ForNode(
      label: header.label,
      variables: variables,
      values: values,
      condition: condition,
      body: body,
      mayEndEarly: mayEndEarly,
      empty: empty,
      spot: header.spot
    )
  }

  override func render(in rendering: Rendering) throws -> Flow {
    var elements = try elements(rendering)
    if let condition { elements = try filtered(elements, condition, rendering) }
    guard elements.count > 0 else { return try rendering.renderScoped(empty) }

    if renderParts(of: elements, rendering) { return .onward }
    return try render(elements, 0..<elements.count, rendering) ?? .onward
  }
}

// MARK: Iterations

extension ForNode {
  /// Renders the body for some of the elements.
  ///
  /// - Returns: The flow after the loop; nil if it is to continue with the next elements.
  private func render(
    _ elements: Elements,
    _ range: Range<Int>,
    _ rendering: Rendering
  ) throws -> Flow? {
    rendering.loops.append(
      LoopState(label: label, count: elements.count, spot: spot, frameDepth: rendering.frameDepth)
    )
    defer { rendering.loops.removeLast() }
    let depth = rendering.loops.count - 1
    for index in range {
      try rendering.step()
      rendering.loops[depth].index = index
      rendering.scopes.push()
      defer { rendering.scopes.pop() }
      try bind(elements, index, rendering)
      switch try rendering.render(body) {
      case .onward, .nextElement(0): break
      case .leaveLoop(0): return .onward
      case .leaveLoop(let level): return .leaveLoop(level - 1)
      case .nextElement(let level): return .nextElement(level - 1)
      }
    }
    return nil
  }

  /// The number of elements for which parts of a loop are rendered on several threads.
  private static let manyElements = 64

  /// Renders parts of a long loop on all processors.
  ///
  /// This is possible because iterations do not depend on each other: variables that one of them sets end with it.
  ///
  /// - Returns: Whether it was done. It is not if an iteration fails or exceeds a limit, or renders a block, whose text
  ///   following ones would reuse: then the elements are rendered one after the other, for the same text or failure.
  private func renderParts(of elements: Elements, _ rendering: Rendering) -> Bool {
    guard elements.count >= Self.manyElements, elements.count <= rendering.stepsLeft,
      !mayEndEarly, Workers.areIdle
    else { return false }
    // Threads only read it, to copy it; this one does not change it until all have finished.
    nonisolated(unsafe) let original = rendering
    let parts = (0..<elements.count).concurrentMap(
      state: { Rendering(copying: original) },
      ofParts: { copy, range -> Rendering.Part? in
        let flow = Result { try self.render(elements, range, copy) }
        guard case .success(nil) = flow,
          copy.blocks.contentCount == original.blocks.contentCount
        else { return nil }
        return copy.takePart()
      }
    )
    let complete = parts.compactMap(\.self)
    return complete.count == parts.count && rendering.add(complete)
  }
}

extension ForNode {
  /// The elements of a loop; ranges are not materialized.
  private enum Elements: Sendable {
    case values([TemplateValue])
    case pairs(EntryMemory.Entries, of: any TemplateObject)
    case range(RangeBounds)

    var count: Int {
      switch self {
      case .values(let values): values.count
      case .pairs(let pairs, _): pairs.count
      case .range(let bounds): bounds.count
      }
    }
  }

  /// The elements of an array or a range, or the entries of an object sorted by key.
  ///
  /// Other values, strings in particular, have none.
  private func elements(_ rendering: Rendering) throws -> Elements {
    if let range = values as? IntegerRange {
      return .range(try range.bounds(in: rendering))
    }
    switch try values.evaluate(in: rendering) {
    case .array(let values): return .values(values)
    case .object(let object):
      return .pairs(rendering.entries.of(object), of: object)
    case .null, .bool, .int, .double, .string: return .values([])
    }
  }

  /// The elements that satisfy the `where` condition.
  ///
  /// `forloop` is still that of the enclosing loop.
  private func filtered(
    _ elements: Elements,
    _ condition: any TemplateExpression,
    _ rendering: Rendering
  ) throws -> Elements {
    // One scope for all: the variables are overwritten for each element.
    rendering.scopes.push()
    defer { rendering.scopes.pop() }
    func holds(_ index: Int) throws -> Bool {
      try rendering.step()
      try bind(elements, index, rendering)
      return try condition.isTrue(in: rendering)
    }
    switch elements {
    case .values(let values):
      return .values(try values.indices.filter(holds).map { values[$0] })
    case .pairs(let pairs, let object):
      guard let places = try places(in: elements, of: object, rendering) else {
        return .pairs(try pairs.indices.filter(holds).map { pairs[$0] }, of: object)
      }
      return .pairs(try places.filter(holds).map { pairs[$0] }, of: object)
    case .range(let bounds):
      var values: [TemplateValue] = []
      for index in 0..<bounds.count where try holds(index) {
        values.append(bounds.element(at: index))
      }
      return .values(values)
    }
  }

  /// The positions of the entries that can satisfy the condition, or nil for all.
  private func places(
    in entries: Elements,
    of object: any TemplateObject,
    _ rendering: Rendering
  ) throws -> [Int]? {
    guard let lookup, variables.count <= 2 else { return nil }
    switch rendering.entries.search(object, by: lookup.path) {
    case .all:
      return nil
    case .index(let index):
      return index.places(of: try lookup.wanted.evaluate(in: rendering))
    case .makeIndex:
      var index = ElementIndex()
      for place in 0..<entries.count {
        try bind(entries, place, rendering)
        index.add(try lookup.part.evaluate(in: rendering), at: place)
      }
      rendering.entries.keep(index, of: object, by: lookup.path)
      return index.places(of: try lookup.wanted.evaluate(in: rendering))
    }
  }

  /// Sets the loop variables.
  ///
  /// For an entry, the first is the key and the second the value; for an array, several variables are bound to the
  /// elements of the element.
  private func bind(_ elements: Elements, _ index: Int, _ rendering: Rendering) throws {
    switch elements {
    case .range(let bounds):
      bind(bounds.element(at: index), to: 0, rendering)
    case .pairs(let pairs, _):
      try requireValues(2, rendering)
      bind(.string(pairs[index].key), to: 0, rendering)
      if variables.count > 1 { bind(pairs[index].value, to: 1, rendering) }
    case .values(let values):
      guard variables.count > 1, case .array(let parts) = values[index] else {
        bind(values[index], to: 0, rendering)
        for position in variables.indices.dropFirst() { bind(.null, to: position, rendering) }
        return
      }
      try requireValues(parts.count, rendering)
      for position in variables.indices { bind(parts[position], to: position, rendering) }
    }
  }

  private func bind(_ value: TemplateValue, to position: Int, _ rendering: Rendering) {
    guard let name = variables[position] else { return }
    rendering.scopes.set(name, to: value)
  }

  private func requireValues(_ count: Int, _ rendering: Rendering) throws {
    guard variables.count <= count else {
      throw rendering.failure(
        .value,
        "there are \(variables.count) loop variables for \(count) values",
        at: spot
      )
    }
  }
}
