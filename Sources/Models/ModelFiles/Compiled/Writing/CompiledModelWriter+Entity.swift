import ManagedModel
import PropertyLists

extension CompiledModelWriter {
  mutating func write(
    _ resolvedEntity: ResolvedEntity,
    of model: KeyedArchiveBuilder.Reference
  ) throws(CompiledModelError) {
    let entity = resolvedEntity.entity
    let reference = entities[resolvedEntity.index]
    set("NSEntityName", of: reference, to: entity.name)
    set("NSClassNameForEntity", of: reference, to: entity.representedClassName)
    builder.set("NSManagedObjectModel", of: reference, to: .back(model))
    let parent = resolvedEntity.parent.map { entities[$0] }
    builder.set("NSSuperentity", of: reference, to: parent.map { .back($0) } ?? .null)
    set("NSIsAbstract", of: reference, ifTrue: entity.isAbstract)
    let children = dictionary(of: resolvedEntity.children)
    builder.set("NSSubentities", of: reference, to: .object(children))
    try writeProperties(of: resolvedEntity)
    set("NSUserInfo", of: reference, to: userInfo(entity.userInfo) ?? sharedEmptyDictionary())
    set("NSRenamingIdentifier", of: reference, to: entity.renamingIdentifier ?? entity.name)
    set("NSVersionHashModifier", of: reference, to: entity.versionHashModifier)
    try writeIndexes(of: resolvedEntity)
  }

  private mutating func writeProperties(
    of resolvedEntity: ResolvedEntity
  ) throws(CompiledModelError) {
    let references = properties[resolvedEntity.index]
    var entries: [(String, KeyedArchiveBuilder.Reference)] = []
    for (position, property) in resolvedEntity.entity.properties.enumerated() {
      let reference = references[position]
      entries.append((property.name, reference))
      let place = PropertyPlace(
        entity: entities[resolvedEntity.index],
        label: "'\(resolvedEntity.name).\(property.name)'"
      )
      switch property {
      case .attribute(let attribute):
        try write(attribute, to: reference, at: place)
      case .relationship(let relationship):
        write(relationship, resolvedEntity.ends[position], to: reference, at: place)
      case .fetchedProperty(let property):
        try write(property, to: reference, at: place)
      }
    }
    let dictionary = dictionary(entries)
    builder.set("NSProperties", of: entities[resolvedEntity.index], to: .object(dictionary))
  }

  private mutating func writeIndexes(
    of resolvedEntity: ResolvedEntity
  ) throws(CompiledModelError) {
    let entity = resolvedEntity.entity
    let reference = entities[resolvedEntity.index]
    if let constraints = entity.uniquenessConstraints {
      let tuples = tuples(constraints.map(\.members))
      builder.set("NSUniqueTuples", of: reference, to: .object(tuples))
    }
    if !entity.fetchIndexes.isEmpty {
      var indexes: [KeyedArchiveBuilder.Reference] = []
      for index in entity.fetchIndexes {
        indexes.append(try add(index, of: resolvedEntity))
      }
      let array = collection(indexes, CompiledClasses.mutableArray)
      builder.set("NSFetchIndexDescriptions", of: reference, to: .object(array))
    }
    if let indexes = entity.compoundIndexes {
      let tuples = tuples(indexes.map(\.members))
      builder.set("NSCompoundIndexes", of: reference, to: .object(tuples))
    }
  }

  private mutating func tuples(
    _ members: [[PropertyReference]]
  ) -> KeyedArchiveBuilder.Reference {
    var arrays: [KeyedArchiveBuilder.Reference] = []
    for names in members { arrays.append(array(names.map(\.name))) }
    return collection(arrays, CompiledClasses.mutableArray)
  }

  private mutating func sharedEmptyDictionary() -> KeyedArchiveBuilder.Reference {
    if let emptyDictionary { return emptyDictionary }
    let reference = dictionary([], CompiledClasses.dictionary)
    emptyDictionary = reference
    return reference
  }
}

extension CompiledModelWriter {
  /// Adds a fetch index.
  ///
  /// `NSPropertyName` and the rest are established; `NSExpression` and `NSExpressionResultType` of an
  /// element that is an expression are not: no compiled model with one was seen.
  private mutating func add(
    _ index: FetchIndex,
    of entity: ResolvedEntity
  ) throws(CompiledModelError) -> KeyedArchiveBuilder.Reference {
    let label = "index '\(index.name)' of entity '\(entity.name)'"
    let reference = builder.add(CompiledClasses.fetchIndex)
    set("NSIndexName", of: reference, to: index.name)
    builder.set("NSEntity", of: reference, to: .back(entities[entity.index]))
    var elements: [KeyedArchiveBuilder.Reference] = []
    for element in index.elements {
      let item = builder.add(CompiledClasses.fetchIndexElement)
      set("NSPropertyName", of: item, to: element.propertyName)
      if let text = element.expressionText {
        set("NSExpression", of: item, to: try addExpression(text, label: label))
        let type = element.expressionType.flatMap { AttributeType(fileName: $0) } ?? .undefined
        set("NSExpressionResultType", of: item, to: type.code)
      }
      set("NSFetchIndexElementType", of: item, to: element.type.rawValue)
      set("NSAscending", of: item, to: element.isAscending)
      builder.set("NSFetchIndexDescription", of: item, to: .back(reference))
      elements.append(item)
    }
    let array = collection(elements, CompiledClasses.mutableArray)
    builder.set("NSIndexElements", of: reference, to: .object(array))
    let predicate = try addPredicate(index.partialPredicateText, label: label)
    set("NSPartialIndexPredicate", of: reference, to: predicate)
    return reference
  }
}
