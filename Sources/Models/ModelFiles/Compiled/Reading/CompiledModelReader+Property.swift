import ManagedModel
import PropertyLists

extension CompiledModelReader {
  mutating func property(
    _ object: ArchivedObject,
    name: String,
    label: String
  ) throws -> Property {
    if object.isKind(of: "NSAttributeDescription") {
      return .attribute(try attribute(object, name: name, label: label))
    }
    if object.isKind(of: "NSRelationshipDescription") {
      return .relationship(try relationship(object, name: name, label: label))
    }
    if object.isKind(of: "NSFetchedPropertyDescription") {
      return .fetchedProperty(try fetchedProperty(object, name: name, label: label))
    }
    throw CompiledModelError("\(label) is \(object.label), not a property")
  }

  private mutating func relationship(
    _ object: ArchivedObject,
    name: String,
    label: String
  ) throws -> Relationship {
    let maximum = try object.integer("NSMaxCount") ?? 0
    let minimum = try object.integer("NSMinCount") ?? 0
    var relationship = Relationship(
      name: name,
      destinationName: try object.string("_NSDestinationEntityName")
        ?? object.object("NSDestinationEntity")?.string("NSEntityName"),
      isToMany: maximum != 1,
      isOptional: try object.boolean("NSIsOptional")
    )
    relationship.maximumCount = Self.count(maximum)
    relationship.minimumCount = Self.count(minimum)
    try readInverse(of: object, into: &relationship)
    let rule = try object.integer("NSDeleteRule") ?? DeleteRule.nullify.rawValue
    guard let deleteRule = DeleteRule(rawValue: rule) else {
      throw CompiledModelError("\(label): there is no delete rule \(rule)")
    }
    relationship.writtenDeleteRule = deleteRule
    relationship.isOrdered = try object.boolean("NSIsOrdered")
    relationship.isTransient = try object.boolean("NSIsTransient")
    relationship.isIndexed = try object.boolean("NSIsIndexed")
    relationship.isIndexedBySpotlight = try object.boolean("NSIndexedBySpotlight")
    relationship.renamingIdentifier = try renamingIdentifier(of: object, name: name)
    relationship.versionHashModifier = try object.string("NSVersionHashModifier")
    relationship.userInfo = try userInfo(of: object, label: label)
    return relationship
  }

  private func readInverse(
    of object: ArchivedObject,
    into relationship: inout Relationship
  ) throws {
    let inverse = try object.object("NSInverseRelationship")
    relationship.inverseName =
      try object.string("_NSInverseRelationshipName") ?? inverse?.string("NSPropertyName")
    guard relationship.inverseName != nil else { return }
    relationship.inverseEntityName =
      try inverse?.object("NSEntity")?.string("NSEntityName") ?? relationship.destinationName
  }

  /// A count as in the model: nil for 0, and the greatest number for the -1 that it becomes
  /// in 32 bits.
  private static func count(_ count: Int) -> Int? {
    switch count {
    case 0: nil
    case ..<0: Int.max
    default: count
    }
  }

  private mutating func fetchedProperty(
    _ object: ArchivedObject,
    name: String,
    label: String
  ) throws -> FetchedProperty {
    var property = FetchedProperty(name: name, isOptional: try object.boolean("NSIsOptional"))
    property.userInfo = try userInfo(of: object, label: label)
    if let request = try object.object("NSFetchRequest") {
      var template = try fetchRequest(
        request,
        name: "fetchedPropertyFetchRequest",
        label: "fetched property \(label)"
      )
      if template.entityName == nil {
        template.entityName = try object.string("_NSFetchRequestEntityName")
      }
      property.fetchRequest = template
    }
    return property
  }

  mutating func fetchRequest(
    _ object: ArchivedObject,
    name: String,
    label: String
  ) throws -> FetchRequestTemplate {
    try charge()
    var request = FetchRequestTemplate(name: name)
    request.entityName =
      try object.object("NSEntity")?.string("NSEntityName") ?? object.string("NSEntityName")
    request.predicateText = try predicateText("NSPredicate", of: object, label: label)
    request.fetchLimit = try object.integer("NSFetchLimit").flatMap { $0 == 0 ? nil : $0 }
    request.fetchBatchSize = try object.integer("NSBatchSize").flatMap { $0 == 0 ? nil : $0 }
    let code = try object.integer("NSResultType") ?? 0
    guard let resultType = FetchResultType(rawValue: code) else {
      throw CompiledModelError("\(label): there is no result type \(code)")
    }
    request.resultType = resultType == .managedObject ? nil : resultType
    if let bits = try object.integer("NSFetchRequestFlags") {
      let flags = FetchRequestFlags(rawValue: bits)
      request.returnsDistinctResults = flags.contains(.returnsDistinctResults)
      let off = FetchRequestFlags.standard(for: resultType).subtracting(flags)
      if !off.isEmpty {
        note("\(label): a model file cannot express that flags are off (\(off.rawValue))")
      }
    }
    for key in FetchRequestKey.alwaysEmpty where try object.object(key) != nil {
      note("\(label): a model file cannot express '\(key)'")
    }
    return request
  }
}
