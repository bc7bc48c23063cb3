import ManagedModel

/// The key paths for the completion of conditions.
struct KeyPathList {
  private let model: ResolvedModel

  /// The maximum number of key paths on a page.
  private static let limit = 400

  init(_ model: ResolvedModel) { self.model = model }

  /// The properties of an entity, and those of the entities that its relationships lead to.
  func paths(from name: String) -> [String] {
    guard let entity = model.entity(named: name) else { return [] }
    var paths: [String] = []
    var further: [String] = []
    for location in model.allProperties(of: entity) {
      let property = model.property(at: location)
      guard !property.isTransient else { continue }
      paths.append(property.name)
      guard let destination = model.entities[location.entity].ends[location.property].destination
      else { continue }
      for place in model.allProperties(of: model.entities[destination]) {
        let next = model.property(at: place)
        if !next.isTransient { further.append("\(property.name).\(next.name)") }
      }
    }
    return Array((paths + further).prefix(Self.limit))
  }
}
