import ManagedModel
import ModelComparison

extension FieldRules {
  /// The fields of an entity itself; changes of its parent are judged elsewhere, from the whole tree.
  static let entity: [FieldRule<Entity>] = [
    .flag("abstract", { $0.isAbstract }, judge: judgeAbstraction),
    FieldRule("class", { $0.representedClassName.unlessEmpty }),
    FieldRule("code generation", { $0.codeGeneration.rawValue }),
    FieldRule(
      "hash modifier",
      { $0.versionHashModifier.unlessEmpty },
      judge: { _, _ in .lightweight }
    ),
    FieldRule("renaming identifier", { $0.renamingIdentifier.unlessEmpty }),
    .flag("syncable", { $0.isSyncable }),
    FieldRule("Spotlight display name", { $0.spotlightDisplayNameExpression.unlessEmpty }),
    FieldRule("user info", { $0.userInfo.text }),
  ]

  static let fetchedProperty: [FieldRule<FetchedProperty>] = [
    FieldRule("fetch request", { $0.fetchRequest?.summary }),
    .flag("optional", { $0.isOptional }),
    .flag("syncable", { $0.isSyncable }),
    FieldRule("user info", { $0.userInfo.text }),
  ]

  static let fetchRequest: [FieldRule<FetchRequestTemplate>] = [
    FieldRule("entity", { $0.entityName.unlessEmpty }),
    FieldRule("predicate", { $0.predicateText.unlessEmpty }),
    FieldRule("result type", { $0.resultType.map { "\($0)" } }),
    FieldRule("fetch limit", { $0.fetchLimit.map { "\($0)" } }),
    FieldRule("batch size", { $0.fetchBatchSize.map { "\($0)" } }),
    .flag("includes subentities", { $0.includesSubentities }),
    .flag("includes property values", { $0.includesPropertyValues }),
    .flag("includes pending changes", { $0.includesPendingChanges }),
    .flag("returns objects as faults", { $0.returnsObjectsAsFaults }),
    .flag("returns distinct results", { $0.returnsDistinctResults }),
  ]

  static let fetchIndex: [FieldRule<FetchIndex>] = [
    FieldRule("elements", { $0.summary }, judge: { _, _ in unindexed }),
    FieldRule("condition", { $0.partialPredicateText.unlessEmpty }, judge: { _, _ in unindexed }),
  ]

  /// The fields of a configuration.
  ///
  /// - Parameter model: The new version of the model, where the entities are looked up; nil to skip that.
  /// - Returns: The fields.
  static func configuration(of model: Model?) -> [FieldRule<Configuration>] {
    let known = Set(model?.entities.map(\.name) ?? [])
    return [
      FieldRule("entities", { $0.summary }, judge: { judgeMembers($0, $1, of: known) }),
      FieldRule("used with CloudKit", { $0.usedWithCloudKit.map { $0 ? "yes" : "no" } }),
    ]
  }

  static let model: [FieldRule<ModelHeader>] = [
    FieldRule("version identifier", { $0.userDefinedModelVersionIdentifier.unlessEmpty }),
    FieldRule("used with CloudKit", { $0.usedWithCloudKit.map { $0 ? "yes" : "no" } }),
    FieldRule("used with SwiftData", { $0.usedWithSwiftData.map { $0 ? "yes" : "no" } }),
    FieldRule("source language", { $0.sourceLanguage }),
    FieldRule("minimum tools version", { $0.minimumToolsVersion }),
  ]
}

extension FieldRules {
  private static func judgeAbstraction(_ old: Entity, _ new: Entity) -> Judgement {
    guard new.isAbstract else { return .lightweight }
    return Judgement(
      .lightweight,
      "existing objects of the entity stay in stores, and no new ones can be created"
    )
  }

  /// Judges members that left; entities that are removed altogether are reported elsewhere.
  private static func judgeMembers(
    _ old: Configuration,
    _ new: Configuration,
    of entities: Set<String>
  ) -> Judgement {
    let left = Set(old.members.map(\.name)).subtracting(new.members.map(\.name))
      .intersection(entities)
    guard !left.isEmpty else { return .compatible }
    let names = left.sortedByCodePoint().joined(separator: ", ")
    return Judgement(
      .compatible,
      "a store of this configuration no longer shows objects of \(names)"
    )
  }
}

extension FetchRequestTemplate {
  /// The results of the request, in a few words.
  var summary: String {
    var text = entityName ?? "?"
    if let predicateText, !predicateText.isEmpty { text += " where \(predicateText)" }
    if let fetchLimit { text += " limit \(fetchLimit)" }
    return text
  }
}

extension FetchIndex {
  /// The elements in a few words.
  var summary: String {
    elements.map { element in
      let name = element.propertyName ?? element.expressionText ?? "?"
      let type = element.type == .rTree ? " R-tree" : ""
      return "\(name)\(element.isAscending ? "" : " descending")\(type)"
    }.joined(separator: ", ")
  }
}

extension Configuration {
  /// The entities in the order of their names.
  var summary: String {
    members.map(\.name).sortedByCodePoint().joined(separator: ", ")
  }
}
