import ManagedModel
import ModelComparison
import ModelDiagram
import ModelReview

/// The diagram of both sides of a review: the new model, the removed parts, and marks on differences.
struct ReviewDiagram {
  private var model: Model
  private var marks = DiagramMarks()

  init(_ review: DiffReview) {
    model = review.new.resolved.model
    let old = review.old.resolved.model
    addWhatIsGone(from: old)
    for change in review.diff.changes { mark(change) }
    markNewProperties(comparedWith: old, review)
  }

  var svg: String {
    DiagramWriter(format: .svg).text(
      of: ResolvedModel(model),
      title: "The model with its changes",
      marks: marks
    )
  }

  /// Adds entities and properties of the old model that were removed, not renamed or moved.
  private mutating func addWhatIsGone(from old: Model) {
    for entity in old.entities where !model.entities.contains(where: { $0.name == entity.name }) {
      guard !model.entities.contains(where: { $0.renamingIdentifier == entity.name }) else {
        continue
      }
      model.entities.append(entity)
      marks.boxes[entity.name] = .removed
    }
    for entity in old.entities {
      guard
        let position = model.entities.firstIndex(where: { $0.name == entity.name })
          ?? model.entities.firstIndex(where: { $0.renamingIdentifier == entity.name }),
        marks.boxes[model.entities[position].name] != .removed
      else { continue }
      let new = model.entities[position]
      for property in entity.properties {
        let isThere = new.properties.contains { other in
          other.name == property.name || other.renamingName == property.name
        }
        guard !isThere else { continue }
        model.entities[position].properties.append(property)
        marks.rows[new.name, default: [:]][property.name] = .removed
      }
    }
  }

  private mutating func mark(_ change: Change) {
    let mark: DiagramMark =
      switch change.action {
      case .added: .added
      case .removed: .removed
      case .renamed, .moved, .changed: .changed
      }
    switch change.element.kind {
    case .entity, .composite: marks.boxes[change.element.name] = mark
    case .attribute, .relationship, .fetchedProperty:
      guard let (owner, property) = parts(of: change.element.name) else { return }
      if marks.rows[owner]?[property] == nil {
        marks.rows[owner, default: [:]][property] = mark
      }
      if marks.boxes[owner] == nil { marks.boxes[owner] = .changed }
    case .uniquenessConstraint, .fetchIndex, .compoundIndex:
      let owner = String(change.element.name.prefix { $0 != "." })
      if marks.boxes[owner] == nil { marks.boxes[owner] = .changed }
    case .bundle, .version, .model, .configuration, .fetchRequest: break
    }
  }

  /// The names of an entity of the picture and of its property, one of which may contain periods.
  private func parts(of name: String) -> (owner: String, property: String)? {
    for position in name.indices where name[position] == "." {
      let owner = String(name[..<position])
      if model.entities.contains(where: { $0.name == owner })
        || model.composites.contains(where: { $0.name == owner })
      {
        return (owner, String(name[name.index(after: position)...]))
      }
    }
    return nil
  }

  /// Marks the parts of added or removed entities, which have no changes of their own.
  private mutating func markNewProperties(comparedWith old: Model, _ review: DiffReview) {
    for entity in model.entities {
      guard let mark = marks.boxes[entity.name], mark != .changed else { continue }
      for property in entity.properties {
        marks.rows[entity.name, default: [:]][property.name] = mark
      }
    }
  }
}

extension Property {
  /// The former name that the property declares.
  fileprivate var renamingName: String? {
    attribute?.renamingIdentifier ?? relationship?.renamingIdentifier
  }
}
