import Diagnostics
import ManagedModel

/// Reads the expressions of an entity's derived attributes.
struct DerivationReader {
  let model: ResolvedModel
  let entity: Int
  let storages: [[PlannedStorage]]
  let declarations: Declarations

  /// The derivations that a database can maintain, by the names of the attributes.
  func derivations(issues: inout [SchemaIssue]) -> [PlannedDerivation] {
    var result: [PlannedDerivation] = []
    for (position, property) in model.entities[entity].entity.properties.enumerated() {
      let location = PropertyLocation(entity: entity, property: position)
      guard let attribute = property.attribute, attribute.isDerived,
        declarations.isFirst(location), storage(location) == .attribute
      else { continue }
      let expression = attribute.derivationExpression ?? ""
      if let derivation = derivation(of: expression) {
        result.append(PlannedDerivation(attribute: location, derivation: derivation))
      } else {
        issues.append(
          SchemaIssue(
            .warning,
            rule: .unknownDerivation,
            "attribute '\(model.title(of: location))' is derived by '\(expression)', which the "
              + "database cannot keep up to date",
            at: .property(location)
          )
        )
      }
    }
    return result.sorted { left, right in
      name(left.attribute).precedesByCodePoint(name(right.attribute))
    }
  }

  private func name(_ location: PropertyLocation) -> String {
    model.property(at: location).name
  }

  private func storage(_ location: PropertyLocation) -> PlannedStorage {
    storages[location.entity][location.property]
  }
}

// MARK: - Expressions

extension DerivationReader {
  /// Parses a derivation expression.
  ///
  /// Xcode's files write `rooms.@count` and `rooms.@sum.area`; compiled models `count:(rooms)` and
  /// `sum:(rooms.area)`.
  func derivation(of expression: String) -> Derivation? {
    let text = expression.filter { !$0.isWhitespace }
    if text == "now()" { return .now }
    if let call = Call(text) {
      switch call.function {
      case "count": return count(call.path)
      case "sum": return sum(call.path)
      default:
        guard let function = TextDerivation(rawValue: call.function) else { return nil }
        return source(call.path).map { .text(function, $0) }
      }
    }
    var path = text.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    guard let operation = path.firstIndex(where: { $0.hasPrefix("@") }) else {
      return source(path).map { .copy($0) }
    }
    switch path.remove(at: operation) {
    case "@count": return count(path)
    case "@sum": return sum(path)
    default: return nil
    }
  }

  private func count(_ path: [String]) -> Derivation? {
    guard path.count == 1, let relationship = relationship(path[0], isToMany: true) else {
      return nil
    }
    return .count(relationship: relationship)
  }

  private func sum(_ path: [String]) -> Derivation? {
    guard path.count == 2, let relationship = relationship(path[0], isToMany: true),
      let attribute = attribute(path[1], ofDestinationOf: relationship),
      model.property(at: attribute).attribute?.type.isNumeric == true
    else { return nil }
    return .sum(relationship: relationship, attribute: attribute)
  }

  private func source(_ path: [String]) -> DerivationSource? {
    if path.count == 1 {
      return attribute(path[0], in: entity).map { DerivationSource(attribute: $0) }
    }
    guard path.count == 2, let relationship = relationship(path[0], isToMany: false),
      let attribute = attribute(path[1], ofDestinationOf: relationship)
    else { return nil }
    return DerivationSource(relationship: relationship, attribute: attribute)
  }

  private func relationship(_ name: String, isToMany: Bool) -> PropertyLocation? {
    guard let location = model.locate(name, in: model.entities[entity]),
      let relationship = model.property(at: location).relationship,
      relationship.isToMany == isToMany, storage(location) != .none
    else { return nil }
    return location
  }

  private func attribute(_ name: String, in entity: Int) -> PropertyLocation? {
    guard let location = model.locate(name, in: model.entities[entity]),
      storage(location) == .attribute
    else { return nil }
    return location
  }

  private func attribute(
    _ name: String,
    ofDestinationOf relationship: PropertyLocation
  ) -> PropertyLocation? {
    model.entities[relationship.entity].ends[relationship.property].destination
      .flatMap { attribute(name, in: $0) }
  }
}

/// A function applied to a key path, as in `canonical:(name)`.
private struct Call {
  let function: String
  let path: [String]

  init?(_ text: String) {
    let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, parts[1].hasPrefix("("), parts[1].hasSuffix(")") else { return nil }
    function = String(parts[0])
    path = parts[1].dropFirst().dropLast()
      .split(separator: ".", omittingEmptySubsequences: false).map(String.init)
  }
}
