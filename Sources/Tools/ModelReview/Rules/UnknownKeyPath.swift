import ManagedModel
import PredicateFormat

extension LintRule {
  static let unknownKeyPath = LintRule(
    "unknown-key-path",
    code: "F701",
    .error,
    summary: "The predicates of fetch requests and indexes use key paths that exist.",
    rationale: """
      The fetch stops the app with "keypath … not found in entity". (A predicate that cannot be read, and a
      fetch of an unknown entity, are reported whenever a model is read.)
      """,
    remedy: "Correct the key path, or the entity that is fetched.",
    example: "<fetchRequest name=\"Young\" entity=\"Player\" predicateString=\"agee &lt; 18\"/>",
    check: .model { pass in
      for request in pass.model.fetchRequests {
        pass.review(request, named: "the fetch request '\(request.name)'", .part(request.source))
      }
      for entity in pass.entities {
        for (position, property) in entity.entity.properties.enumerated() {
          guard let fetched = property.fetchedProperty, let request = fetched.fetchRequest else {
            continue
          }
          var element = LintElement.property(
            at: PropertyLocation(entity: entity.index, property: position),
            in: pass.resolved
          )
          element.source = request.source
          pass.review(
            request,
            named: "the fetched property '\(entity.name).\(fetched.name)'",
            element,
            source: entity
          )
        }
        for index in entity.entity.fetchIndexes {
          pass.review(
            index.partialPredicateText ?? "",
            of: "the fetch index '\(entity.name).\(index.name)'",
            at: .part(index.source, of: entity),
            "partialIndexPredicate",
            from: entity
          )
        }
      }
    }
  )
}

extension LintPass {
  fileprivate mutating func review(
    _ request: FetchRequestTemplate,
    named name: String,
    _ element: LintElement,
    source: ResolvedEntity? = nil
  ) {
    guard let entity = request.entityName.flatMap(resolved.entity(named:)) else { return }
    review(
      request.predicateText ?? "",
      of: name,
      at: element,
      "predicateString",
      from: entity,
      source: source
    )
  }

  fileprivate mutating func review(
    _ text: String,
    of name: String,
    at element: LintElement,
    _ attribute: String,
    from entity: ResolvedEntity,
    source: ResolvedEntity? = nil
  ) {
    guard !text.isEmpty,
      let predicate = try? Predicate(parsing: text, allowsArguments: false)
    else { return }
    for path in predicate.keyPaths {
      var start = entity
      if case .variable(let variable) = path.origin {
        guard variable == "FETCH_SOURCE", let source else { continue }
        start = source
      }
      guard let breach = KeyPathCheck(resolved).breach(of: path.components, from: start) else {
        continue
      }
      report(
        "the predicate of \(name) follows '\(breach.key)', which is not a property of '\(breach.entity)'",
        at: element,
        attribute: attribute,
        byteInAttribute: path.position.utf8Offset,
        hint: breach.suggestion
      )
    }
  }
}
