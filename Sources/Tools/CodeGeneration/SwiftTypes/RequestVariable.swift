import ManagedModel
import PredicateFormat

/// A variable of a fetch request's predicate, and the parameter that supplies it.
struct RequestVariable: Sendable, Hashable {
  /// The name without `$`.
  var name: String

  /// The name of a parameter for it.
  var identifier: SwiftIdentifier

  /// The argument label of the parameter, which needs backticks only for one keyword.
  var label: String { identifier.bare == "inout" ? identifier.text : identifier.bare }

  /// The type of that parameter.
  var type: String

  /// The type in SwiftGen's context.
  var swiftGenType: String

  /// Whether it stands for several values, as in `id IN $ids`.
  var isCollection: Bool
}

extension ContextModel {
  /// The variables that have to be supplied, in the order in which the predicate uses them.
  ///
  /// A predicate that cannot be parsed has none; the model's validator reports it.
  func variables(of request: FetchRequestTemplate, isFetchedProperty: Bool) -> [RequestVariable] {
    guard let text = request.predicateText,
      let predicate = try? Predicate(parsing: text, allowsArguments: false)
    else { return [] }
    let entity = request.entityName.flatMap { resolved.entity(named: $0) }
    var scope = NameScope()
    return predicate.variables
      .filter { !(isFetchedProperty && $0.isSuppliedForFetchedProperties) }
      .map { use in
        let end = entity.flatMap { resolved.end(of: use.comparedPath, from: $0) }
        let types = self.types(of: end)
        return RequestVariable(
          name: use.name,
          identifier: SwiftIdentifier(near: scope.claim(SwiftIdentifier(near: use.name).bare)),
          type: use.isCollection ? "[\(types.portable)]" : types.portable,
          swiftGenType: types.swiftGen,
          isCollection: use.isCollection
        )
      }
  }

  private func types(of end: PathEnd?) -> (portable: String, swiftGen: String) {
    switch end {
    case .property(.attribute(let attribute)):
      return (typing.type(of: attribute).storage, typing.swiftGenType(of: attribute))
    case .property(.relationship(let relationship)):
      let name = typing.className(ofEntityNamed: relationship.destinationName)
      return (name, name)
    case .count: return (typing.known("Int"), "Int")
    case .object(let entity):
      let name = typing.className(of: entity)
      return (name, name)
    case .property(.fetchedProperty), nil: return ("Any", "Any")
    }
  }
}

/// The target of a key path.
enum PathEnd: Sendable {
  case property(Property)
  /// A count of objects.
  case count
  /// The object at which the path starts, of the entity at an index.
  case object(Int)
}

extension ResolvedModel {
  /// The target of a path that starts at objects of an entity, or nil if it cannot be resolved.
  func end(of path: PathUse?, from entity: ResolvedEntity) -> PathEnd? {
    guard let path, path.origin == .evaluatedObject else { return nil }
    var current: ResolvedEntity? = entity
    var end = PathEnd.object(entity.index)
    for component in path.components {
      switch component {
      case .key(let key):
        guard let holder = current, let location = locate(key, in: holder) else { return nil }
        end = .property(property(at: location))
        current = entities[location.entity].ends[location.property].destination
          .map { entities[$0] }
      case .collectionOperator(let name):
        guard name == "count" else { return nil }
        end = .count
        current = nil
      case .argument: return nil
      }
    }
    return end
  }
}
