import Foundation

/// The variables of a mapping's expressions during the migration of one object.
struct MappingScope {
  private let manager: NSMigrationManager
  private let mapping: NSEntityMapping
  private let source: NSManagedObject
  private let variables: NSMutableDictionary
  private let policy: PolicyFunctions

  init(
    _ manager: NSMigrationManager,
    _ mapping: NSEntityMapping,
    policy: NSEntityMigrationPolicy,
    source: NSManagedObject,
    destination: NSManagedObject
  ) {
    self.manager = manager
    self.mapping = mapping
    self.source = source
    self.policy = PolicyFunctions(policy)
    variables = [
      NSMigrationManagerKey: manager,
      NSMigrationSourceObjectKey: source,
      NSMigrationDestinationObjectKey: destination,
      NSMigrationEntityMappingKey: mapping,
      NSMigrationEntityPolicyKey: self.policy,
    ]
  }

  /// Returns the value of a property; nil if the mapping does not define it.
  ///
  /// - Throws: The error of a function of the policy; an error if the expression refers to something that does not
  ///   exist.
  func value(of property: NSPropertyMapping) throws -> (name: String, result: Any?)? {
    guard let name = property.name, let expression = property.valueExpression else { return nil }
    if property.isImplied, source.entity.propertiesByName[name] == nil { return nil }
    try manager.requireKnownReferences(of: property, in: mapping)
    variables.setObject(property, forKey: NSMigrationPropertyMappingKey as NSString)
    let value = expression.expressionValue(with: nil, context: variables)
    if let failure = policy.failure { throw failure }
    return (name, value is NSNull ? nil : value)
  }

  /// The mappings of attributes; by default, if objects are copied, those to attributes of the same names.
  var attributeMappings: [NSPropertyMapping] {
    if let said = mapping.attributeMappings, !said.isEmpty { return said }
    return copied(\.attributesByName) { MappingExpressions.value(of: $0) }
  }

  /// The mappings of relationships, with the same default.
  var relationshipMappings: [NSPropertyMapping] {
    if let said = mapping.relationshipMappings, !said.isEmpty { return said }
    return copied(\.relationshipsByName) { MappingExpressions.objects(thatLeadsTo: $0) }
  }

  private func copied<Property>(
    _ properties: (NSEntityDescription) -> [String: Property],
    _ expression: (String) -> _NSExpression
  ) -> [NSPropertyMapping] {
    guard mapping.mappingType == .copyEntityMappingType,
      let source = manager.sourceEntity(for: mapping),
      let destination = manager.destinationEntity(for: mapping)
    else { return [] }
    let known = properties(source)
    return properties(destination).keys.filter { known[$0] != nil }.sorted().map { name in
      let property = NSPropertyMapping()
      property.name = name
      property.valueExpression = expression(name)
      return property
    }
  }
}

/// The functions of a policy that expressions can call.
private final class PolicyFunctions: NSObject, FunctionReceiver {
  private let policy: NSEntityMigrationPolicy

  /// The error that the last function has thrown.
  private(set) var failure: (any Error)?

  init(_ policy: NSEntityMigrationPolicy) {
    self.policy = policy
  }

  func result(of selector: String, _ arguments: [PredicateValue]) -> PredicateValue? {
    do {
      let values = arguments.map { $0.object ?? NSNull() }
      return PredicateValue(try policy.value(ofFunction: selector, arguments: values))
    } catch {
      failure = failure ?? error
      return .null
    }
  }
}
