import Foundation
import PredicateFormat

/// Detects references to nonexistent properties and functions in the expression of a mapping, such as a misspelled
/// attribute.
///
/// Evaluation would treat it as a missing value, as in a predicate, and every new object would lose its value.
struct MappingExpressionCheck {
  let manager: NSMigrationManager
  let mapping: NSEntityMapping

  private static let variables: Set<String> = [
    NSMigrationManagerKey, NSMigrationSourceObjectKey, NSMigrationDestinationObjectKey,
    NSMigrationEntityMappingKey, NSMigrationPropertyMappingKey, NSMigrationEntityPolicyKey,
  ]

  /// Returns the problem of an expression; nil if it can be evaluated.
  func problem(in tree: ExpressionTree) -> String? {
    if let variable = tree.root.variables.first(where: { !Self.variables.contains($0.name) }) {
      return "there is no variable $\(variable.name)"
    }
    for path in tree.root.keyPaths {
      if let problem = problem(along: path, tree.values) { return problem }
    }
    for call in tree.root.calls {
      if let problem = problem(in: call, tree.values) { return problem }
    }
    return nil
  }

  // MARK: Keys

  /// The entity at the start of a path, if it starts at an object of the migration.
  private func entity(at origin: PathUse.Origin) -> NSEntityDescription? {
    switch origin {
    case .variable(NSMigrationSourceObjectKey): manager.sourceEntity(for: mapping)
    case .variable(NSMigrationDestinationObjectKey): manager.destinationEntity(for: mapping)
    default: nil
    }
  }

  private func problem(along path: PathUse, _ values: [Any]) -> String? {
    guard var entity = entity(at: path.origin) else { return nil }
    let keys = path.components.flatMap { component -> [PropertyPath.Component] in
      guard case .argument(let argument) = component else { return [component] }
      return (values[checked: argument.index] as? String)
        .map { PropertyPath.Component.components(of: $0) } ?? [component]
    }
    for case .key(let key) in keys {
      if ["self", "SELF", "objectID", "entity"].contains(key) { return nil }
      let property = entity.subtree.lazy.compactMap { $0.propertiesByName[key] }.first
      guard let property else { return "\(entity.name ?? "") has no property '\(key)'" }
      guard let relationship = property as? NSRelationshipDescription,
        let destination = relationship.destinationEntity
      else { return nil }
      entity = destination
    }
    return nil
  }

  // MARK: Functions

  private func problem(in call: FunctionCall, _ values: [Any]) -> String? {
    guard let receiver = call.receiver else {
      return call.isFetch || BuiltInFunction(call.selector) != nil
        ? nil : "there is no function \(call.selector)"
    }
    let text = call.arguments.first.flatMap { Self.text($0, values) }
    switch (receiver, call.selector) {
    case (_, ExpressionBlock.selector), (.variable(NSMigrationEntityPolicyKey), _): return nil
    case (.variable(NSMigrationManagerKey), let selector):
      return problem(inCallOfManager: selector, text)
    case (_, "valueForKey:"), (_, "valueForKeyPath:"):
      return text.flatMap { problem(along: $0, from: receiver, values) }
    case (_, let selector) where !selector.contains(":"):
      return problem(along: selector, from: receiver, values)
    case (_, let selector):
      return PredicateValue.methods[selector] != nil || BuiltInFunction(selector) != nil
        ? nil : "there is no function \(selector)"
    }
  }

  private func problem(inCallOfManager selector: String, _ name: String?) -> String? {
    guard NSMigrationManager.functions[selector] != nil else {
      return "a migration manager has no function \(selector)"
    }
    guard let name else { return nil }
    if selector.contains("ForEntityMappingNamed:") {
      let names = manager.mapping.entityMappingsByName
      return names[name] == nil ? "there is no mapping '\(name)'" : nil
    }
    guard selector.hasPrefix("fetchRequestForSourceEntityNamed:") else { return nil }
    let entities = manager.sourceModel.entitiesByName
    return entities[name] == nil ? "there is no entity '\(name)'" : nil
  }

  private func problem(
    along keyPath: String,
    from receiver: ExpressionNode,
    _ values: [Any]
  ) -> String? {
    let path = PropertyPath(base: receiver, PropertyPath.Component.components(of: keyPath))
    return ExpressionNode.path(path).keyPaths.last.flatMap { problem(along: $0, values) }
  }

  /// The text of a constant expression.
  private static func text(_ expression: ExpressionNode, _ values: [Any]) -> String? {
    switch expression {
    case .constant(.string(let text)): text
    case .argument(let argument): values[checked: argument.index] as? String
    default: nil
    }
  }
}
