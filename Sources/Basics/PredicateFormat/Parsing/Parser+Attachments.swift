extension Parser {
  private var startsAttachment: Bool {
    token.kind == .symbol(.dot) || token.kind == .symbol(.openBracket)
  }

  /// Reads the `.key`, `.@count` and `[FIRST]` that follow an expression.
  mutating func attachments(to base: Node) throws(PredicateSyntaxError) -> Node {
    var node = base
    while startsAttachment {
      if token.kind == .symbol(.dot) {
        node = try path(from: node)
      } else {
        let collection = try expression(node)
        let (index, height) = try bracketed()
        node = Node(
          .element(of: collection, index),
          start: base.start,
          height: max(node.height, height) + 1
        )
      }
      try checkHeight(node.height, at: base.start)
    }
    return node
  }

  /// Reads `.a.b.c` to its end, all at once so that a long path takes no more than linear time.
  private mutating func path(from base: Node) throws(PredicateSyntaxError) -> Node {
    var path: PropertyPath
    var height = base.height
    if case .path(let beginning) = try expression(base) {
      path = beginning
    } else {
      path = PropertyPath(
        base: try expression(base),
        [],
        position: TextPosition(utf8Offset: base.start)
      )
      height += 1
    }
    while try take(.dot) { path.components.append(try pathComponent()) }
    return Node(.path(path), start: base.start, height: height)
  }

  private mutating func pathComponent() throws(PredicateSyntaxError) -> PropertyPath.Component {
    let component: PropertyPath.Component
    switch token.kind {
    case .word(let key, _), .escapedWord(let key): component = .key(key)
    case .collectionOperator(let name): component = .collectionOperator(name)
    case .argument(.keyPath): component = .argument(try argument(.keyPath))
    default:
      throw PredicateSyntaxError("expected a key after '.', found \(shown(token))", at: token.start)
    }
    try advance()
    return component
  }

  /// Reads `[FIRST]` or `[expression]`.
  private mutating func bracketed() throws(PredicateSyntaxError) -> (Subscript, height: Int) {
    try advance()
    let word = token
    let inner = try node()
    try expect(.closeBracket, "after the index")
    let index = try expression(inner)
    guard case .word(_, let keyword?) = word.kind, case .path(let path) = index,
      path.base == nil, path.components.count == 1
    else { return (.element(index), inner.height) }
    switch keyword {
    case .first: return (.first, 1)
    case .last: return (.last, 1)
    case .size: return (.size, 1)
    default: return (.element(index), inner.height)
    }
  }
}
