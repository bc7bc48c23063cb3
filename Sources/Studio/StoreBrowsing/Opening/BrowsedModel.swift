import CoreData
import Foundation
import ManagedModel
import SQLSchema
import Synchronization

/// The model of a store, prepared for browsing.
///
/// Objects are instances of `NSManagedObject`, and values of transformable attributes stay the bytes in
/// the store: neither changes the version hashes.
package struct BrowsedModel: @unchecked Sendable {
  package let resolved: ResolvedModel

  // It is not changed after initialization.
  let objectModel: NSManagedObjectModel
  private let storage = StorageOfModel()

  init(_ model: Model) {
    StoredBytes.register
    var model = model
    for index in model.entities.indices {
      model.entities[index].representedClassName = nil
      for position in model.entities[index].properties.indices {
        guard case .attribute(var attribute) = model.entities[index].properties[position] else {
          continue
        }
        StoredBytes.keep(&attribute)
        model.entities[index].properties[position] = .attribute(attribute)
      }
    }
    for index in model.composites.indices {
      for position in model.composites[index].attributes.indices {
        StoredBytes.keep(&model.composites[index].attributes[position])
      }
    }
    resolved = ResolvedModel(model)
    objectModel = NSManagedObjectModel(resolved)
  }

  /// The stored properties of objects of an entity, those of its ancestors first.
  func storedProperties(of entity: ResolvedEntity) -> [Property] {
    resolved.allProperties(of: entity).map { resolved.property(at: $0) }.filter { !$0.isTransient }
  }

  /// The storage of the model, in a file or in PostgreSQL.
  func mapping(isOnServer: Bool) -> SchemaMapping {
    storage.mapping(of: resolved, isOnServer: isOnServer)
  }

  func entity(named name: String) throws(BrowsingError) -> ResolvedEntity {
    guard let entity = resolved.entity(named: name) else {
      throw BrowsingError("the model of the store has no entity '\(name)'")
    }
    return entity
  }
}

/// The storage of a model, computed lazily.
private final class StorageOfModel: Sendable {
  private let known = Mutex<[Bool: SchemaMapping]>([:])

  func mapping(of model: ResolvedModel, isOnServer: Bool) -> SchemaMapping {
    known.withLock { known in
      if let mapping = known[isOnServer] { return mapping }
      let mapping =
        isOnServer ? PostgreSQLSchema(model).mapping : CoreDataLayout.mapping(of: model)
      known[isOnServer] = mapping
      return mapping
    }
  }
}

/// The transformer that leaves values in stored form.
///
/// It has no state, so that threads can share it.
private final class StoredBytes: ValueTransformer, @unchecked Sendable {
  private static let name = NSValueTransformerName("OpenCoreDataStoredBytes")

  /// Registers the transformer, once per process.
  static let register: Void = setValueTransformer(StoredBytes(), forName: name)

  static func keep(_ attribute: inout Attribute) {
    guard attribute.type == .transformable else { return }
    attribute.valueTransformerName = name.rawValue
    attribute.customClassName = nil
  }

  override class func transformedValueClass() -> AnyClass { NSData.self }

  override func transformedValue(_ value: Any?) -> Any? { value }

  override func reverseTransformedValue(_ value: Any?) -> Any? { value }
}
