/// A block as one template defines it.
struct BlockDefinition: Sendable {
  let name: String
  let body: Body
  /// The template in which it is written.
  let path: String
}

/// A block that is being rendered.
struct RunningBlock {
  /// All that define it, the template that extends most first.
  var definitions: [BlockDefinition]
  /// The place of the one that is being rendered.
  var index: Int
  /// The position in the template that is extended.
  var spot: SourceSpan
}

/// The blocks of a rendering: which override which, which are running, and what they rendered.
struct BlockStack {
  /// The state that is restored after a template.
  struct State {
    fileprivate var overrides: [String: [BlockDefinition]]
    fileprivate var isInChain: Bool
  }

  private var overrides: [String: [BlockDefinition]] = [:]
  /// Whether the template being rendered is extended by another one.
  private var isInChain = false
  private var contents: [String: String] = [:]

  /// The blocks being rendered, innermost last.
  var running: [RunningBlock] = []

  /// Makes blocks override those of the template that is rendered next.
  ///
  /// Those of a template that extends the current one keep their precedence; those of a template
  /// that merely includes the current one are out of sight.
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

  func content(of name: String) -> String? {
    contents[name]
  }

  /// Keeps what a block rendered the first time.
  mutating func keep(_ text: String, of name: String) {
    contents[name] = text
  }
}
