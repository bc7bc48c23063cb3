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
  package let naming: SwiftNaming
  package let typing: SwiftTyping

  private let managedNames: Lazily<[[SwiftIdentifier]]>
  private let hashValues: Lazily<VersionHashes>
  private let hashesByName: Lazily<[String: EntityHash]>
  private let sqliteMapping: Lazily<SchemaMapping>
  private let postgreSQLMapping: Lazily<SchemaMapping>

  package convenience init(_ loaded: LoadedModel) {
    self.init(loaded.resolved, name: loaded.bundle.name, version: loaded.version.name)
  }

  package init(_ resolved: ResolvedModel, name: String, version: String) {
    self.resolved = resolved
    self.name = name
    self.version = version
    naming = SwiftNaming(resolved)
    typing = SwiftTyping(resolved, naming: naming)
    managedNames = Lazily {
      var namer = Namer()
      return namer.properties(of: resolved, style: .managed)
    }
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
  var sqlite: SchemaMapping { sqliteMapping.value }
  var postgreSQL: SchemaMapping { postgreSQLMapping.value }

  func hash(ofEntity name: String) -> EntityHash? {
    hashesByName.value[name]
  }

  /// The name of an `@NSManaged` declaration, which is the name in the model if Swift takes it.
  func managedName(at location: PropertyLocation) -> SwiftIdentifier {
    let names = managedNames.value
    guard names.indices.contains(location.entity),
      names[location.entity].indices.contains(location.property)
    else { return SwiftIdentifier(near: "") }
    return names[location.entity][location.property]
  }
}
