import ManagedModel

extension ContextModel {
  /// Whether the struct of a composite can be `Hashable`: user-defined types may not be.
  func isHashable(_ composite: Composite) -> Bool {
    hasTrait(composite) { $0 != .transformable && $0 != .undefined }
  }

  /// Whether the struct of a composite can be `Sendable`.
  func isSendable(_ composite: Composite) -> Bool {
    hasTrait(composite) { type in
      switch type {
      case .transformable, .undefined, .decimal, .objectID: false
      default: true
      }
    }
  }

  /// Whether all members have a trait, those of nested composites too; a recursive composite does not.
  private func hasTrait(
    _ composite: Composite,
    within outer: Set<String> = [],
    _ allows: (AttributeType) -> Bool
  ) -> Bool {
    guard !outer.contains(composite.name) else { return false }
    return composite.attributes.allSatisfy { attribute in
      guard allows(attribute.type), typing.type(of: attribute).wrapper == nil else { return false }
      guard attribute.type == .composite else { return true }
      guard let nested = attribute.compositeName.flatMap({ resolved.composite(named: $0) }) else {
        return false
      }
      return hasTrait(nested, within: outer.union([composite.name]), allows)
    }
  }
}
