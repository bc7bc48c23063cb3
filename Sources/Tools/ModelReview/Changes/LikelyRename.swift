import ManagedModel
import ModelComparison

/// A removed and an added part that are probably one renamed part.
///
/// Without a renaming identifier Core Data deletes the one and adds the other: the commonest way to lose
/// data silently.
package struct LikelyRename: Sendable, Hashable {
  package var removed: Subject
  package var added: Subject

  /// The similarity, from 0 to 1.
  package var similarity: Double

  /// Whether only an order is lost: the inverse keeps the connections.
  package var isAboutOrder = false

  /// The names alone, and the titles of the two in reports.
  package var oldName: String
  package var newName: String
  package var oldTitle: String
  package var newTitle: String

  /// A part of one of the versions.
  package enum Subject: Sendable, Hashable {
    case entity(Int)
    case property(PropertyLocation)
  }
}

extension LikelyRename {
  /// The judgment as long as the model does not declare the rename.
  var judgement: Judgement {
    Judgement(
      .dataLoss,
      "the model does not say that it was \(oldTitle), whose \(isAboutOrder ? "order" : "data") Core Data "
        + "deletes",
      advice: "set elementID=\"\(oldName)\" on \(newTitle)"
    )
  }

  /// The new version with the renaming identifier that makes it a rename.
  package func applied(to model: Model) -> Model {
    var model = model
    switch added {
    case .entity(let index):
      guard model.entities.indices.contains(index) else { return model }
      model.entities[index].renamingIdentifier = oldName
    case .property(let location):
      guard model.entities.indices.contains(location.entity),
        model.entities[location.entity].properties.indices.contains(location.property)
      else { return model }
      model.entities[location.entity].properties[location.property]
        .setRenamingIdentifier(oldName)
    }
    return model
  }
}

extension Property {
  fileprivate mutating func setRenamingIdentifier(_ name: String) {
    switch self {
    case .attribute(var attribute):
      attribute.renamingIdentifier = name
      self = .attribute(attribute)
    case .relationship(var relationship):
      relationship.renamingIdentifier = name
      self = .relationship(relationship)
    case .fetchedProperty: return
    }
  }
}
