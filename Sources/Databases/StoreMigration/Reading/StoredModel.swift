import Deflation
import ManagedModel
import ModelFiles
import SQLSchema

/// A model, or a configuration of one, with the identity that stores record.
package struct StoredModel: Sendable {
  package let value: Model
  package let identity: ModelIdentity

  /// Whether the model is the copy that a store keeps.
  var isFromStore = false

  package init(_ value: Model) {
    self.init(value, identity: ModelIdentity(value))
  }

  /// Creates one for a model whose hashes are known already.
  package init(_ value: Model, identity: ModelIdentity) {
    self.value = value
    self.identity = identity
  }

  /// The mapping of the model to a store.
  package var mapping: SchemaMapping { CoreDataLayout.mapping(of: ResolvedModel(value)) }

  /// The mapping of the model to a store whose tables have the given columns.
  package func mapping(found: [String: [String]]) -> SchemaMapping {
    CoreDataLayout.mapping(of: ResolvedModel(value), found: found)
  }

  /// The part of the model with only the named entities, and the ancestors from which they inherit.
  ///
  /// The identity is that of the named entities alone.
  package func part(_ names: Set<String>) -> Self {
    if names.count == value.entities.count, value.entities.allSatisfy({ names.contains($0.name) }) {
      return self
    }
    let whole = ResolvedModel(value)
    let needed = Set(
      whole.entities.filter { names.contains($0.name) }.flatMap(whole.lineage).map(\.name)
    )
    var value = value
    value.entities.removeAll { !needed.contains($0.name) }
    var identity = identity
    identity.hashes = identity.hashes.filter { names.contains($0.key) }
    identity.checksum = VersionHashes(ResolvedModel(value)).checksum
    var part = Self(value, identity: identity)
    part.isFromStore = isFromStore
    return part
  }

  /// The model in the format of stores.
  package func archive() throws -> [UInt8] {
    try Deflation.compress(CompiledModelWriter.bytes(of: value))
  }
}
