import ManagedModel
import ModelComparison

extension SchemaTransition {
  /// The entities in whose rows an attribute may have no value.
  struct Gaps {
    /// Those to which the attribute is new.
    var new: [EntityTransition] = []

    /// Those in which the attribute was optional.
    var known: [EntityTransition] = []
  }

  /// The gaps in the column of an attribute.
  ///
  /// - Parameters:
  ///   - location: The attribute.
  ///   - column: Its column.
  ///   - converts: Whether values of a type can be converted for the column.
  /// - Returns: The gaps.
  func gaps(
    of location: PropertyLocation,
    in column: ColumnReference,
    converts: (ColumnType) -> Bool
  ) -> Gaps {
    let change = tables[column.table]
    let family = new.entities[location.entity].familyNumbers
    let name = new.model.property(at: location).name
    var gaps = Gaps()
    for entity in change.entities where family.contains(entity.newNumber) {
      let before = new.model.locate(name, in: new.model.entities[entity.new]).flatMap {
        correspondence.source(of: $0, in: entity.new)
      }
      if change.columns[column.column] != .none, let before,
        case .attribute(let reference) = old[before], converts(old[reference].type)
      {
        if old.model.property(at: before).attribute?.isOptional == true {
          gaps.known.append(entity)
        }
      } else {
        gaps.new.append(entity)
      }
    }
    return gaps
  }
}
