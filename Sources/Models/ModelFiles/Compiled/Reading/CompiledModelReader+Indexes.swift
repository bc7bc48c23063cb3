import ManagedModel
import PredicateFormat
import PropertyLists

extension CompiledModelReader {
  mutating func readIndexes(
    of object: ArchivedObject,
    into entity: inout Entity,
    label: String
  ) throws {
    entity.uniquenessConstraints = try tuples("NSUniqueTuples", of: object)?
      .map { UniquenessConstraint(members: $0) }
    entity.compoundIndexes = try tuples("NSCompoundIndexes", of: object)?
      .map { CompoundIndex(members: $0) }
    guard let indexes = try elements("NSFetchIndexDescriptions", of: object) else { return }
    for index in indexes {
      guard let index = index.object else { continue }
      let read = try fetchIndex(index, label: label)
      // A model in a store may contain an index twice.
      if !entity.fetchIndexes.contains(read) { entity.fetchIndexes.append(read) }
    }
    removeMirrors(from: &entity)
  }

  private mutating func fetchIndex(
    _ object: ArchivedObject,
    label: String
  ) throws -> FetchIndex {
    try charge()
    var index = FetchIndex(name: try object.string("NSIndexName") ?? "")
    let label = "\(label), index '\(index.name)'"
    for element in try elements("NSIndexElements", of: object) ?? [] {
      guard let element = element.object else { continue }
      index.elements.append(try fetchIndexElement(element, label: label))
    }
    index.partialPredicateText = try predicateText(
      "NSPartialIndexPredicate",
      of: object,
      label: label
    )
    return index
  }

  private mutating func fetchIndexElement(
    _ object: ArchivedObject,
    label: String
  ) throws -> FetchIndexElement {
    try charge()
    var element = FetchIndexElement(propertyName: try object.string("NSPropertyName"))
    if let expression = try object.object("NSExpression") {
      element.expressionText = try expressionText(expression, label: label)
      let type = try object.integer("NSExpressionResultType").flatMap { AttributeType(code: $0) }
      element.expressionType = type?.fileName
    }
    if let code = try object.integer("NSFetchIndexElementType") {
      guard let type = FetchIndexElementType(rawValue: code) else {
        throw CompiledModelError("\(label): there is no kind of index \(code)")
      }
      element.type = type
    }
    element.isAscending = try object.has("NSAscending") ? object.boolean("NSAscending") : true
    return element
  }

  /// Removes the indexes that the framework adds for older versions of itself: for each
  /// index of several properties a compound index, for each index of one property the mark that the
  /// property is indexed, and for each such mark an index named for the property.
  private func removeMirrors(from entity: inout Entity) {
    let members = Set(entity.fetchIndexes.map { $0.elements.map { $0.propertyName ?? "" } })
    var mirrored: Set<String> = []
    entity.compoundIndexes?.removeAll { members.contains($0.members.map(\.name)) }
    if entity.compoundIndexes?.isEmpty ?? false { entity.compoundIndexes = nil }
    for position in entity.properties.indices {
      let name = entity.properties[position].name
      guard entity.properties[position].isIndexed, members.contains([name]) else { continue }
      entity.properties[position].removeIndexedMark()
      mirrored.insert(name)
    }
    // A mirror counts as one only beside the index that it mirrors.
    let originals = Set(
      entity.fetchIndexes.filter { !$0.isCalledLikeItsProperty }.compactMap(\.onlyProperty)
    )
    mirrored.formIntersection(originals)
    entity.fetchIndexes.removeAll { $0.isCalledLikeItsProperty && mirrored.contains($0.name) }
  }
}

extension Property {
  fileprivate var isIndexed: Bool {
    attribute?.isIndexed ?? relationship?.isIndexed ?? false
  }

  fileprivate mutating func removeIndexedMark() {
    switch self {
    case .attribute(var attribute):
      attribute.isIndexed = false
      self = .attribute(attribute)
    case .relationship(var relationship):
      relationship.isIndexed = false
      self = .relationship(relationship)
    case .fetchedProperty:
      break
    }
  }
}

extension FetchIndex {
  /// The property of an index of one property.
  fileprivate var onlyProperty: String? {
    elements.count == 1 ? elements[0].propertyName : nil
  }

  /// Whether the index has the form that the framework creates for an indexed property.
  fileprivate var isCalledLikeItsProperty: Bool {
    partialPredicateText == nil && elements == [FetchIndexElement(propertyName: name)]
  }
}
