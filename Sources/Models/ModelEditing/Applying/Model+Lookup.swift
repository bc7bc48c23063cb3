import Diagnostics
import ManagedModel

extension Model {
  func entityPosition(_ name: String) throws(EditProblem) -> Int {
    try self.position(of: name, in: entities, .entity)
  }

  /// Returns the position of a part among its siblings; throws if there is none.
  func position<Part: NamedPart>(
    of name: String,
    in parts: [Part],
    _ kind: ElementKind,
    title: String? = nil,
    owner: String? = nil
  ) throws(EditProblem) -> Int {
    let title = title ?? kind.title
    guard let position = parts.position(of: name) else {
      let names = parts.map(\.partName)
      throw EditProblem(
        owner.map { "'\($0)' has no \(title) '\(name)'" }
          ?? "there is no \(title) '\(name)'",
        hint: Suggestion.didYouMean(name, among: names)
      )
    }
    return position
  }

  /// Returns the position of a property of the given kind in an entity.
  func propertyPosition(_ path: ElementPath) throws(EditProblem) -> (entity: Int, property: Int) {
    let entity = try entityPosition(path.names[0])
    let property = try self.position(
      of: path.names[1],
      in: entities[entity].properties,
      path.kind,
      owner: path.names[0]
    )
    let found = entities[entity].properties[property]
    guard found.elementKind == path.kind else {
      throw EditProblem(
        "'\(path.names.joined(separator: "."))' is not \(path.kind.article) \(path.kind.title), "
          + "but \(found.elementKind.article) \(found.kindName)"
      )
    }
    return (entity, property)
  }

  /// Whether an attribute path names a member of a composite.
  func isInComposite(_ path: ElementPath) -> Bool {
    path.kind == .attribute && path.names.count == 2
      && entities.position(of: path.names[0]) == nil
      && composites.position(of: path.names[0]) != nil
  }

  /// The indexes of an entity and its ancestors.
  func lineage(of name: String) -> [Int] {
    var result: [Int] = []
    var next: String? = name
    while let name = next, let position = entities.position(of: name), !result.contains(position) {
      result.append(position)
      next = entities[position].parentName
    }
    return result
  }

  /// The indexes of an entity and its descendants, which inherit its properties.
  func descendants(of name: String) -> [Int] {
    entities.indices.filter { index in
      lineage(of: entities[index].name).contains { entities[$0].name == name }
    }
  }

  /// Throws unless a name is unused among siblings.
  func requireFree<Part: NamedPart>(
    _ name: String,
    among parts: [Part],
    _ kind: String
  ) throws(EditProblem) {
    guard !name.isEmpty else { throw EditProblem("a name cannot be empty") }
    guard parts.position(of: name) == nil else {
      throw EditProblem("there is already \(kind) '\(name)'")
    }
  }
}
