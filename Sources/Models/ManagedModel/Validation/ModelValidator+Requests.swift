import PredicateFormat

extension ModelValidator {
  /// Checks that fetch requests name known entities, and that their predicates can be parsed.
  mutating func checkFetchRequests() {
    for request in model.fetchRequests {
      check(request, named: "the fetch request '\(request.name)'")
    }
  }

  mutating func checkFetchedProperties(of entity: ResolvedEntity) {
    for property in entity.entity.fetchedProperties {
      let name = "the fetched property '\(entity.name).\(property.name)'"
      guard let request = property.fetchRequest else {
        report(.unknownFetchEntity, "\(name) has no fetch request", at: property.source)
        continue
      }
      check(request, named: name)
    }
  }

  private mutating func check(_ request: FetchRequestTemplate, named name: String) {
    if let entity = request.entityName, !entity.isEmpty {
      if resolved.index(ofEntity: entity) == nil {
        report(
          .unknownFetchEntity,
          "\(name) fetches '\(entity)', which is not in the model",
          at: request.source,
          attribute: "entity",
          hint: suggestion(for: entity) { $0.model.entities.map(\.name) }
        )
      }
    } else {
      report(.unknownFetchEntity, "\(name) names no entity", at: request.source)
    }
    // An empty text is left when a predicate is deleted in an editor.
    if let predicate = request.predicateText, !predicate.isEmpty {
      checkPredicate(predicate, of: name, at: request.source, attribute: "predicateString")
    }
  }
}
