/// A block as one template defines it.
struct BlockDefinition: Sendable {
  let name: String
  let body: Body
  /// The template in which it is written.
  let path: String
}

/// A block that is being rendered.
struct RunningBlock {
  /// All definitions, that of the most derived template first.
  var definitions: [BlockDefinition]
  /// The index of the definition that is being rendered.
  var index: Int
  /// The position in the base template.
  var spot: SourceSpan
}

/// The blocks of a rendering: their overrides, the running ones, and their results.
struct BlockStack {
  /// The state to restore after a template.
  struct State {
    fileprivate var overrides: [String: [BlockDefinition]]
    fileprivate var isInChain: Bool
  }

  private var overrides: [String: [BlockDefinition]] = [:]
  /// Whether another template extends the one being rendered.
  private var isInChain = false
  private var contents: [String: String] = [:]

  /// The blocks being rendered, innermost last.
  var running: [RunningBlock] = []

  /// Makes blocks override those of the template that is rendered next.
  ///
  /// Those of a template that extends the current one keep their precedence; those of a template
  /// that merely includes the current one are not visible.
  mutating func override(by blocks: [String: BlockDefinition]) -> State {
    let state = State(overrides: overrides, isInChain: isInChain)
    if !isInChain { overrides = [:] }
    for (name, block) in blocks { overrides[name, default: []].append(block) }
    isInChain = true
    return state
  }

  /// Begins a template that is not part of the chain of extensions.
  mutating func leaveChain() -> State {
    defer { isInChain = false }
    return State(overrides: overrides, isInChain: isInChain)
  }

  mutating func restore(_ state: State) {
    overrides = state.overrides
    isInChain = state.isInChain
  }

  func overrides(of name: String) -> [BlockDefinition] {
    overrides[name] ?? []
  }

  func hasContent(of name: String) -> Bool {
    contents[name] != nil
  }

  /// The number of blocks that were rendered.
  var contentCount: Int { contents.count }

  func content(of name: String) -> String? {
    contents[name]
  }

  /// Keeps the text of a block that was rendered for the first time.
  mutating func keep(_ text: String, of name: String) {
    contents[name] = text
  }
}
