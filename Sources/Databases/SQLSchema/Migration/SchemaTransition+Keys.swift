import ManagedModel
import ModelComparison

extension SchemaMapping {
  /// The columns that depend on a key: the number of the entity that it leads to, and the position in an ordered
  /// relationship.
  func companions(of key: ColumnOrigin) -> [ColumnReference] {
    switch key {
    case .foreignKey(let location):
      guard case .toOne(let storage) = self[location] else { return [] }
      return [storage.entityNumber, storage.ordering].compactMap(\.self)
    case .ownerKey(let location):
      guard case .toMany(let storage) = self[location] else { return [] }
      return [storage.ordering].compactMap(\.self)
    default: return []
    }
  }
}

extension SchemaTransition {
  /// Whether a to-one relationship has keys without the entity numbers of their destinations.
  func lacksEntityNumbers(_ location: PropertyLocation) -> Bool {
    connections.contains { $0.new == location && $0.isAdditional }
      || correspondence.sources(of: location).contains {
        guard case .toOne(let storage) = old[$0] else { return false }
        return storage.entityNumber == nil
      }
  }
}
