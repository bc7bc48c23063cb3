import ManagedModel
import PredicateFormat

@testable import ModelFiles

extension Model {
  /// Returns the first difference between the model, written as a file, and another, for failure messages.
  func firstDifference(from other: Model) -> String? {
    let lines = ContentsWriter.write(self).split(separator: UInt8(ascii: "\n"))
    let otherLines = ContentsWriter.write(other).split(separator: UInt8(ascii: "\n"))
    for (line, otherLine) in zip(lines, otherLines) where line != otherLine {
      return "\(String(decoding: line, as: UTF8.self)) is not"
        + " \(String(decoding: otherLine, as: UTF8.self))"
    }
    return lines.count == otherLines.count
      ? nil : "\(lines.count) lines are not \(otherLines.count)"
  }

  /// The model after it has been compiled: sorted by name, without everything that an archive
  /// cannot contain, and with texts in the form that reading gives them.
  var compiledForm: Model {
    var model = Model()
    model.header.userDefinedModelVersionIdentifier =
      header.userDefinedModelVersionIdentifier ?? ""
    model.entities = entities.map(\.compiledForm)
      .sorted { $0.name.precedesByCodePoint($1.name) }
    for (index, entity) in model.entities.enumerated() {
      model.entities[index].properties = entity.properties.map { property in
        guard case .relationship(let relationship) = property else { return property }
        return .relationship(compiledForm(of: relationship))
      }
    }
    model.fetchRequests = fetchRequests.map(\.compiledForm)
      .sorted { $0.name.precedesByCodePoint($1.name) }
    model.configurations = configurations.map { configuration in
      let members = configuration.members.map(\.name).filter { name in
        entities.contains { $0.name == name }
      }
      return Configuration(
        name: configuration.name,
        members: members.sortedByCodePoint().map { PropertyReference($0) }
      )
    }.sorted { $0.name.precedesByCodePoint($1.name) }
    let used = usedComposites
    model.composites = composites.filter { used.contains($0.name) }
      .map { Composite(name: $0.name, attributes: $0.attributes.map(\.compiledForm)) }
      .sorted { $0.name.precedesByCodePoint($1.name) }
    return model
  }

  /// The names of the composites that are types of attributes, directly or through others.
  private var usedComposites: Set<String> {
    var used: Set<String> = []
    var pending = entities.flatMap(\.attributes).compactMap(\.compositeName)
    while let name = pending.popLast() {
      guard used.insert(name).inserted else { continue }
      for composite in composites where composite.name == name {
        pending += composite.attributes.compactMap(\.compositeName)
      }
    }
    return used
  }

  /// An archive records where the inverse is declared; a file may name another entity.
  private func compiledForm(of relationship: Relationship) -> Relationship {
    var form = relationship
    guard let inverse = relationship.inverseName else {
      form.inverseEntityName = nil
      return form
    }
    var next = relationship.destinationName
    form.inverseEntityName = relationship.destinationName
    while let name = next, let entity = entities.first(where: { $0.name == name }) {
      if entity.relationships.contains(where: { $0.name == inverse }) {
        form.inverseEntityName = name
        break
      }
      next = entity.parentName
    }
    return form
  }
}

extension Entity {
  fileprivate var compiledForm: Entity {
    Entity(
      name: name,
      representedClassName: representedClassName,
      parentName: parentName,
      isAbstract: isAbstract,
      renamingIdentifier: renamingIdentifier == name ? nil : renamingIdentifier,
      versionHashModifier: versionHashModifier,
      properties: properties.map(\.compiledForm)
        .sorted { $0.name.precedesByCodePoint($1.name) },
      fetchIndexes: fetchIndexes.map(\.compiledForm),
      compoundIndexes: compoundIndexes.map { indexes in
        indexes.map { CompoundIndex(members: $0.members.map { PropertyReference($0.name) }) }
      },
      uniquenessConstraints: uniquenessConstraints.map { constraints in
        constraints.map {
          UniquenessConstraint(members: $0.members.map { PropertyReference($0.name) })
        }
      },
      userInfo: userInfo?.compiledForm
    )
  }
}

extension FetchIndex {
  fileprivate var compiledForm: FetchIndex {
    var form = self
    form.spelling = Spelling()
    form.partialPredicateText = partialPredicateText.map(compiledPredicate)
    form.elements = elements.map { element in
      var element = element
      element.spelling = Spelling()
      element.expressionText = element.expressionText.map(compiledExpression)
      return element
    }
    return form
  }
}

extension Property {
  fileprivate var compiledForm: Property {
    switch self {
    case .attribute(let attribute):
      return .attribute(attribute.compiledForm)
    case .relationship(var relationship):
      relationship.spelling = Spelling()
      relationship.writtenDeleteRule = relationship.deleteRule
      relationship.minimumCount = relationship.minimumCount == 0 ? nil : relationship.minimumCount
      relationship.isStoredInTruthFile = false
      relationship.isSyncable = false
      if relationship.renamingIdentifier == relationship.name {
        relationship.renamingIdentifier = nil
      }
      relationship.userInfo = relationship.userInfo?.compiledForm
      return .relationship(relationship)
    case .fetchedProperty(var property):
      property.spelling = Spelling()
      property.isSyncable = false
      property.fetchRequest = property.fetchRequest?.compiledForm
      property.userInfo = property.userInfo?.compiledForm
      return .fetchedProperty(property)
    }
  }
}

extension FetchRequestTemplate {
  fileprivate var compiledForm: FetchRequestTemplate {
    var form = FetchRequestTemplate(
      name: name,
      entityName: entityName,
      predicateText: predicateText.map(compiledPredicate)
    )
    form.resultType = resultType == .managedObject ? nil : resultType
    form.fetchLimit = fetchLimit
    form.fetchBatchSize = fetchBatchSize
    form.returnsDistinctResults = returnsDistinctResults
    return form
  }
}

extension Attribute {
  fileprivate var compiledForm: Attribute {
    var form = self
    form.spelling = Spelling()
    form.usesScalarValueType = nil
    form.allowsCloudEncryption = false
    form.isStoredInTruthFile = false
    form.isSyncable = false
    if type != .transformable { form.customClassName = nil }
    if type == .composite { form.isDerived = false }
    if type != .composite { form.compositeName = nil }
    form.derivationExpression = form.isDerived ? derivationExpression.map(compiledExpression) : nil
    if renamingIdentifier == name { form.renamingIdentifier = nil }
    form.userInfo = userInfo?.compiledForm
    form.defaultValueText = compiledDefaultText
    form.defaultDateTimeInterval = type == .date ? defaultDateTimeInterval : nil
    form.minimumText = compiledBound(minimumText)
    form.maximumText = compiledBound(maximumText)
    if type != .date {
      form.minimumDateTimeInterval = nil
      form.maximumDateTimeInterval = nil
    }
    if type != .string { form.regularExpression = nil }
    return form
  }

  private var compiledDefaultText: String? {
    switch defaultValue {
    case nil, .date: nil
    case .integer(let value): String(value)
    case .double(let value): type == .float ? String(Float(value)) : String(value)
    case .decimal(let text): DecimalNumber(text)?.text
    case .string(let text), .uri(let text): text
    case .boolean(let value): value ? "YES" : "NO"
    case .uuid(let text): text.uppercased()
    }
  }

  private func compiledBound(_ text: String?) -> String? {
    guard let text else { return nil }
    switch type {
    case .string, .integer16, .integer32, .integer64:
      return LeadingNumber.integer(text).map { String($0) }
    case .decimal: return DecimalNumber(text)?.text
    case .double: return LeadingNumber.real(text).map { String($0) }
    case .float: return LeadingNumber.real(text).map { String(Float($0)) }
    default: return nil
    }
  }
}

extension UserInfo {
  fileprivate var compiledForm: UserInfo? {
    var values: [String: String] = [:]
    for entry in entries { values[entry.key] = entry.value }
    guard !values.isEmpty else { return nil }
    return UserInfo(
      entries: values.keys.sortedByCodePoint().map {
        UserInfoEntry(key: $0, value: values[$0] ?? "")
      }
    )
  }
}

/// The text of a predicate as reading returns it: `SELF.` before a path is not in the archive.
private func compiledPredicate(_ text: String) -> String {
  let text = text.replacing("SELF.", with: "")
  return (try? Predicate(parsing: text))?.text() ?? text
}

private func compiledExpression(_ text: String) -> String {
  (try? Expression(parsing: text))?.text() ?? text
}
