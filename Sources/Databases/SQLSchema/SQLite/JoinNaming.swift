import ManagedModel
import ModelComparison

/// The names of the join tables of a store, where the model allows several.
///
/// The end that names the table of a relationship between objects of one entity depends on an order that is not fully
/// known, and the number suffixes of columns depend on the joins that existed when the table was created. An existing
/// store shows both, and keeps them through migrations.
package struct JoinNaming: Sendable, Hashable {
  /// The ends that name the join tables between objects of one entity.
  private(set) var owners: Set<PropertyLocation> = []

  /// The suffixes of the columns for the objects of each end.
  private(set) var suffixes: [PropertyLocation: String] = [:]

  package init() {}
}

extension JoinNaming {
  /// Determines the names of a model's join tables in a store.
  ///
  /// - Parameters:
  ///   - mapping: The mapping of the model in a new store.
  ///   - found: The columns of the tables in the store, by the names of the tables.
  package init(of mapping: SchemaMapping, in found: [String: [String]]) {
    let tables = Dictionary(
      found.map { ($0.key.uppercased(), $0.value.map { $0.uppercased() }) },
      uniquingKeysWith: { first, _ in first }
    )
    let names = JoinNames(mapping)
    for table in mapping.tables {
      guard case .join(let join) = table.content, !join.isReflexive else { continue }
      let isWithinEntity = join.owner.entity == join.inverse.entity
      for owner in isWithinEntity ? [join.owner, join.inverse] : [join.owner] {
        let name = owner == join.owner ? table.name.uppercased() : names.table(owner)
        guard let columns = tables[name],
          let first = Self.suffix(of: names.key(join.owner), columns),
          let second = Self.suffix(of: names.key(join.inverse), columns)
        else { continue }
        if isWithinEntity { owners.insert(owner) }
        suffixes[join.owner] = first
        suffixes[join.inverse] = second
        break
      }
    }
  }

  /// The number suffix of a name among columns; nil if there is no such column.
  private static func suffix(of name: String, _ columns: [String]) -> String? {
    if columns.contains(name) { return "" }
    let suffixes = columns.filter { $0.hasPrefix(name) }.map { $0.dropFirst(name.count) }
      .filter { !$0.isEmpty && $0.utf8.allSatisfy { (0x30...0x39).contains($0) } }
    return suffixes.count == 1 ? suffixes.first.map(String.init) : nil
  }

  /// The naming for the next version of a model, in which relationships that remain keep theirs.
  package func following(_ correspondence: ModelCorrespondence, to model: ResolvedModel) -> Self {
    var result = Self()
    for (entity, resolved) in model.entities.enumerated() {
      for property in resolved.entity.properties.indices {
        let location = PropertyLocation(entity: entity, property: property)
        guard let source = correspondence.source(of: location) else { continue }
        if owners.contains(source) { result.owners.insert(location) }
        // The number distinguishes equal names; another name gets a number only if it needs one.
        if correspondence.old.property(at: source).name == model.property(at: location).name {
          result.suffixes[location] = suffixes[source]
        }
      }
    }
    return result
  }
}

/// The names of join tables and their columns without number suffixes.
private struct JoinNames {
  private let mapping: SchemaMapping

  init(_ mapping: SchemaMapping) {
    self.mapping = mapping
  }

  func table(_ end: PropertyLocation) -> String {
    "Z_\(mapping.entities[end.entity].number)\(name(end))"
  }

  func key(_ end: PropertyLocation) -> String {
    let destination = mapping.model.entities[end.entity].ends[end.property].destination
    return "Z_\(destination.map { String(mapping.entities[$0].number) } ?? "")\(name(end))"
  }

  private func name(_ end: PropertyLocation) -> String {
    mapping.model.property(at: end).name.uppercased()
  }
}
