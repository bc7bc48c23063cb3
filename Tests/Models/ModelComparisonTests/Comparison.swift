import ManagedModel
import ModelComparison

/// Two versions of a model, with their comparison as text.
struct Comparison {
  let correspondence: ModelCorrespondence

  init(_ old: Model, _ new: Model) {
    correspondence = ModelCorrespondence(from: ResolvedModel(old), to: ResolvedModel(new))
  }

  init(_ old: ResolvedModel, _ new: ResolvedModel) {
    correspondence = ModelCorrespondence(from: old, to: new)
  }

  /// The corresponding parts, as `New < Old` if the names differ; added and removed ones have a sign.
  var pairs: Set<String> {
    let (old, new) = (correspondence.old, correspondence.new)
    var pairs: Set<String> = []
    for entity in new.entities {
      guard let source = correspondence.oldEntity(of: entity.index) else {
        pairs.insert("+\(entity.name)")
        continue
      }
      let name = old.entities[source].name
      pairs.insert(name == entity.name ? name : "\(entity.name) < \(name)")
      for location in new.allProperties(of: entity) {
        let property = "\(entity.name).\(new.property(at: location).name)"
        guard let found = correspondence.source(of: location, in: entity.index) else {
          pairs.insert("+\(property)")
          continue
        }
        let title = "\(name).\(old.property(at: found).name)"
        pairs.insert(title == property ? title : "\(property) < \(title)")
      }
    }
    for entity in old.entities {
      guard correspondence.newEntity(of: entity.index) != nil else {
        pairs.insert("-\(entity.name)")
        continue
      }
      for location in old.allProperties(of: entity)
      where !correspondence.continues(location, in: entity.index) {
        pairs.insert("-\(entity.name).\(old.property(at: location).name)")
      }
    }
    return pairs
  }

  /// The obstacles to an inferred migration, as in reports.
  var obstacles: [String] {
    correspondence.obstacles.map { $0.explanation(in: correspondence.new) }
  }

  /// The property of the new version with a title such as `Team.name`.
  func new(_ title: String) -> PropertyLocation? { Self.locate(title, in: correspondence.new) }

  /// The property of the old version with a title.
  func old(_ title: String) -> PropertyLocation? { Self.locate(title, in: correspondence.old) }

  private static func locate(_ title: String, in model: ResolvedModel) -> PropertyLocation? {
    let parts = title.split(separator: ".").map(String.init)
    return model.entity(named: parts[0]).flatMap { model.locate(parts[1], in: $0) }
  }
}

extension Model {
  /// The same model with all parts in reverse order.
  var reversed: Model {
    var model = self
    model.composites = composites.reversed().map { composite in
      var composite = composite
      composite.attributes.reverse()
      return composite
    }
    model.entities = entities.reversed().map { entity in
      var entity = entity
      entity.properties.reverse()
      return entity
    }
    return model
  }
}
