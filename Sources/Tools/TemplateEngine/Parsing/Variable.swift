/// `head.key[subscript].key`.
final class Variable: TemplateExpression {
  /// Names that the engine resolves itself if no variable shadows them.
  enum Special: Sendable {
    case none
    case forloop
    case block
  }

  let head: TemplateSymbol
  let special: Special
  let steps: [PathStep]

  /// The position in the template.
  let spot: SourceSpan

  /// Whether the template supplies a default for an unknown name.
  let mayBeUnknown: Bool

  /// The steps if all of them are keys, as in nearly all paths; else nil.
  let keys: [TemplateSymbol]?

  /// The part of the innermost loop, for `forloop.last` and the like.
  private let loopPart: LoopState.Part?

  init(head: TemplateSymbol, steps: [PathStep], at spot: SourceSpan, mayBeUnknown: Bool = false) {
    self.head = head
    self.steps = steps
    self.spot = spot
    self.mayBeUnknown = mayBeUnknown
    special =
      switch head.text {
      case "forloop": .forloop
      case "block": .block
      default: .none
      }
    let keys = steps.compactMap(\.symbol)
    loopPart =
      special == .forloop && steps.count == 1
      ? keys.first.flatMap { LoopState.Part(rawValue: $0.text) } : nil
    self.keys = special == .none && keys.count == steps.count ? keys : nil
  }

  /// The same path, for a name that may be unknown.
  var optional: Variable {
    Variable(head: head, steps: steps, at: spot, mayBeUnknown: true)
  }

  /// The path up to a step, for messages.
  func text(before step: Int) -> String {
    steps[..<step].reduce(head.text) { text, step in
      switch step {
      case .key(let key, _): "\(text).\(key.text)"
      case .subscripted: "\(text)[…]"
      }
    }
  }

  func evaluate(in rendering: Rendering) throws -> TemplateValue {
    try rendering.step()
    return try place(in: rendering)?.pointee ?? value(in: rendering)
  }

  func isTrue(in rendering: Rendering) throws -> Bool {
    try rendering.step()
    return try place(in: rendering)?.pointee.isTruthy ?? value(in: rendering).isTruthy
  }

  func isEqual(to text: String, in rendering: Rendering) throws -> Bool {
    try rendering.step()
    guard let place = place(in: rendering) else {
      return try value(in: rendering).isEqual(to: text)
    }
    return place.pointee.isEqual(to: text)
  }

  func write(to rendering: Rendering, at spot: SourceSpan) throws {
    try rendering.step()
    guard let place = place(in: rendering) else {
      return try rendering.write(value(in: rendering), at: spot)
    }
    if case .string(let text) = place.pointee {
      try rendering.write(text)
    } else {
      try rendering.write(place.pointee, at: spot)
    }
  }

  /// The value if it has no address.
  private func value(in rendering: Rendering) throws -> TemplateValue {
    if let loopPart, let loop = rendering.innermostLoop(loopPart) { return loop }
    return try rendering.value(at: self)
  }

  /// The address of the value, if only objects and their parts are on the path.
  @inline(__always)
  private func place(in rendering: Rendering) -> UnsafeMutablePointer<TemplateValue>? {
    guard let keys, var place = rendering.scopes.place(of: head) else { return nil }
    for index in keys.indices {
      guard let part = rendering.parts.place(of: keys[index], in: place) else { return nil }
      place = part
    }
    return place
  }
}

/// One step of a path.
enum PathStep: Sendable {
  /// A key, and its value as an array index if it is a number.
  case key(TemplateSymbol, index: Int?)
  /// The value of another expression, which must exist.
  case subscripted(any TemplateExpression, SourceSpan)

  fileprivate var symbol: TemplateSymbol? {
    if case .key(let symbol, _) = self { symbol } else { nil }
  }
}
