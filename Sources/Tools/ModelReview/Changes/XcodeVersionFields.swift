import ManagedModel
import ModelComparison

/// Fields that versions of Xcode write or omit on their own, in every element of a model at once.
///
/// They do not affect stores. One line for the model replaces many for its elements.
struct XcodeVersionFields {
  private let correspondence: ModelCorrespondence

  init(_ correspondence: ModelCorrespondence) {
    self.correspondence = correspondence
  }

  /// The differences, as fields of the model.
  var fields: [FieldChange] { [syncable, scalar].compactMap(\.self) }

  /// The flag of a discontinued service; Xcode 11 and later omit it.
  private var syncable: FieldChange? {
    let pairs =
      entities.map { ($0.isSyncable, $1.isSyncable) }
      + properties.map { ($0.isSyncable, $1.isSyncable) }
    guard pairs.contains(where: { $0 != $1 }) else { return nil }
    return FieldChange(
      name: "syncable",
      old: Self.count(pairs.count { $0.0 }, "element", of: pairs.count),
      new: Self.count(pairs.count { $0.1 }, "element", of: pairs.count),
      judgement: .compatible
    )
  }

  /// The scalar flag, which Xcode 8 and later write for each number.
  private var scalar: FieldChange? {
    let pairs = properties.compactMap { before, after -> (Bool?, Bool?)? in
      guard let before = before.attribute, let after = after.attribute else { return nil }
      return (before.usesScalarValueType, after.usesScalarValueType)
    }
    let changed = pairs.filter { ($0 == nil) != ($1 == nil) }
    guard !changed.isEmpty else { return nil }
    return FieldChange(
      name: "scalar",
      old: Self.uses(changed.map(\.0)),
      new: Self.uses(changed.map(\.1)),
      judgement: .compatible
    )
  }

  private static func uses(_ values: [Bool?]) -> String {
    let counts = [
      ("not stated", values.count { $0 == nil }), ("yes", values.count { $0 == true }),
      ("no", values.count { $0 == false }),
    ]
    return counts.filter { $0.1 > 0 }.map { "\($0.0) for \($0.1)" }.joined(separator: ", ")
      + (values.count == 1 ? " attribute" : " attributes")
  }

  private static func count(_ number: Int, _ word: String, of all: Int) -> String {
    "\(number) of \(all) \(word)\(all == 1 ? "" : "s")"
  }

  // MARK: Pairs

  private var entities: [(Entity, Entity)] {
    correspondence.new.entities.compactMap { entity in
      correspondence.oldEntity(of: entity.index).map {
        (correspondence.old.entities[$0].entity, entity.entity)
      }
    }
  }

  private var properties: [(Property, Property)] {
    correspondence.new.entities.flatMap { entity in
      entity.entity.properties.indices.compactMap { position in
        let location = PropertyLocation(entity: entity.index, property: position)
        return correspondence.source(of: location).map {
          (correspondence.old.property(at: $0), correspondence.new.property(at: location))
        }
      }
    }
  }
}

extension FieldChange {
  /// Whether the change is reported once for the model.
  var isXcodeVersionField: Bool {
    switch name {
    case "syncable": true
    case "scalar": old == nil || new == nil
    default: false
    }
  }
}

extension Property {
  fileprivate var isSyncable: Bool {
    switch self {
    case .attribute(let attribute): attribute.isSyncable
    case .relationship(let relationship): relationship.isSyncable
    case .fetchedProperty(let property): property.isSyncable
    }
  }
}
