import ManagedModel
import PredicateFormat

extension LintRule {
  static let undefinedType = LintRule(
    "undefined-type",
    code: "A509",
    .error,
    summary: "A stored attribute has a type, and no derived attribute derives from itself.",
    rationale: """
      Only a transient attribute may have no type: a store cannot store a value without a
      type, and cannot compute a value from itself. (An expression that cannot be read is
      reported whenever a model is read.)
      """,
    remedy:
      "Choose a type or make the attribute transient; derive from attributes that are stored.",
    example: "<attribute name=\"payload\" optional=\"YES\"/>",
    check: .model { pass in
      for placed in pass.attributes where placed.isStored && placed.attribute.type == .undefined {
        pass.report("\(placed.title) is stored, but has no type", at: .attribute(placed))
      }
      for entity in pass.entities { pass.reportCircularDerivations(of: entity) }
    }
  )
}

extension LintPass {
  /// Reports derived attributes of one entity that depend on themselves.
  fileprivate mutating func reportCircularDerivations(of entity: ResolvedEntity) {
    var sources: [String: [String]] = [:]
    for attribute in entity.entity.attributes where attribute.isDerived {
      sources[attribute.name] = attribute.ownSources
    }
    for (position, property) in entity.entity.properties.enumerated() {
      guard let attribute = property.attribute, attribute.isDerived else { continue }
      var pending = sources[attribute.name] ?? []
      var reached: Set<String> = []
      while let name = pending.popLast() {
        if reached.insert(name).inserted { pending += sources[name] ?? [] }
      }
      guard reached.contains(attribute.name) else { continue }
      report(
        "'\(entity.name).\(attribute.name)' is derived from itself",
        at: .property(
          at: PropertyLocation(entity: entity.index, property: position),
          in: resolved
        ),
        attribute: "derivationExpression"
      )
    }
  }
}

extension Attribute {
  /// The properties of the object itself that the expression reads.
  fileprivate var ownSources: [String] {
    guard let text = derivationExpression,
      let expression = try? Expression(parsing: text, allowsArguments: false)
    else { return [] }
    return expression.keyPaths.compactMap { path in
      guard path.origin == .evaluatedObject, path.components.count == 1,
        case .key(let key)? = path.components.first
      else { return nil }
      return key
    }
  }
}
