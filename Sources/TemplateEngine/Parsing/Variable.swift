/// `head.key[subscript].key`.
final class Variable: Expression {
  /// Names that the engine answers itself where nothing of this name is in scope.
  enum Special: Sendable {
    case none
    case forloop
    case block
  }

  let head: TemplateKey
  let special: Special
  let steps: [PathStep]

  /// The steps where there is none but keys, as in nearly all paths.
  private let keys: KeyChain?

  init(head: String, steps: [PathStep]) {
    self.head = TemplateKey(head)
    self.steps = steps
    special =
      switch head {
      case "forloop": .forloop
      case "block": .block
      default: .none
      }
    keys = KeyChain(steps[...])
  }

  func evaluate(in rendering: Rendering) throws -> TemplateValue {
    try rendering.step()
    if special == .none, let value = rendering.scopes.value(of: head) {
      if steps.isEmpty { return value }
      if let keys, let part = keys.part(of: value, in: rendering) { return part }
    }
    return try rendering.value(at: self)
  }
}

/// Keys after one another, each an object, so that following them copies none.
private final class KeyChain: Sendable {
  private let key: TemplateKey
  private let rest: KeyChain?

  /// The chain of these steps; nil if there are none, or others than keys.
  init?(_ steps: ArraySlice<PathStep>) {
    guard case .key(let key, _)? = steps.first else { return nil }
    let others = steps.dropFirst()
    let rest = KeyChain(others)
    guard rest != nil || others.isEmpty else { return nil }
    self.key = key
    self.rest = rest
  }

  /// What the keys lead to through objects, or nil when something else is in the way.
  func part(of value: TemplateValue, in rendering: Rendering) -> TemplateValue? {
    guard case .object(let object) = value, let part = rendering.part(key, of: object) else {
      return nil
    }
    guard let rest else { return part }
    return rest.part(of: part, in: rendering)
  }
}

/// One step of a path.
enum PathStep: Sendable {
  /// A key; its number when it is one, for arrays.
  case key(TemplateKey, index: Int?)
  /// The value of another expression, which must exist.
  case subscripted(any Expression, Spot)
}
