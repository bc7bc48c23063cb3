import ManagedModel
import ModelFiles
import SQLSchema

/// A model with everything that its context is made of.
package final class ContextModel: Sendable {
  package let resolved: ResolvedModel

  /// The name of the model's bundle, without its ending.
  package let name: String

  /// The name of the version, without its ending.
  package let version: String

  /// The bundle's own file name, for comments.
  package let source: String
  package let naming: SwiftNaming
  package let typing: SwiftTyping

  private let hashValues: Lazily<VersionHashes>
  private let hashesByName: Lazily<[String: EntityHash]>
  private let propertyIndices: Lazily<PropertyIndices>
  private let sqliteMapping: Lazily<SchemaMapping>
  private let postgreSQLMapping: Lazily<SchemaMapping>

  package convenience init(_ loaded: LoadedModel) {
    let path = loaded.bundle.path
    self.init(
      loaded.resolved,
      name: loaded.bundle.name,
      version: loaded.version.name,
      source: path.split(separator: "/").last.map(String.init)
    )
  }

  /// A model, with the bundle's file name; without one that of a model in Xcode's form.
  package init(_ resolved: ResolvedModel, name: String, version: String, source: String? = nil) {
    self.resolved = resolved
    self.name = name
    self.version = version
    self.source = source ?? "\(name).xcdatamodeld"
    propertyIndices = Lazily { PropertyIndices(resolved) }
    naming = SwiftNaming(resolved)
    typing = SwiftTyping(resolved, naming: naming)
    let hashes = Lazily { VersionHashes(resolved) }
    hashValues = hashes
    hashesByName = Lazily {
      Dictionary(
        hashes.value.entities.map { ($0.name, $0) },
        uniquingKeysWith: { first, _ in first }
      )
    }
    sqliteMapping = Lazily { CoreDataLayout.mapping(of: resolved) }
    postgreSQLMapping = Lazily { PostgreSQLSchema(resolved).mapping }
  }

  var model: Model { resolved.model }
  var hashes: VersionHashes { hashValues.value }
  var indices: PropertyIndices { propertyIndices.value }
  var sqlite: SchemaMapping { sqliteMapping.value }
  var postgreSQL: SchemaMapping { postgreSQLMapping.value }

  func hash(ofEntity name: String) -> EntityHash? {
    hashesByName.value[name]
  }
}
