/// A query for one page of the objects of an entity.
package struct TableQuery: Sendable, Hashable {
  /// The number of objects on a page of a table.
  package static let pageSize = 50

  package var entity: String

  /// The relationship to which the objects are restricted; nil for all objects of the entity.
  package var owner: Owner?

  /// A condition in the predicate format; empty for none.
  package var predicate: String

  /// The attribute by which the objects are sorted; nil for the order of their numbers in the store.
  package var order: String?
  package var isAscending: Bool

  /// The number of the page, from 1.
  package var page: Int

  /// A relationship of an object.
  package struct Owner: Sendable, Hashable {
    package var object: ObjectName
    package var relationship: String

    package init(_ object: ObjectName, _ relationship: String) {
      self.object = object
      self.relationship = relationship
    }
  }

  package init(
    _ entity: String,
    owner: Owner? = nil,
    predicate: String = "",
    order: String? = nil,
    isAscending: Bool = true,
    page: Int = 1
  ) {
    self.entity = entity
    self.owner = owner
    self.predicate = predicate
    self.order = order
    self.isAscending = isAscending
    self.page = page
  }
}

/// A page of a table of objects.
package struct ObjectListing: Sendable {
  package struct Column: Sendable, Hashable {
    package var name: String

    /// The type of the values: `String`, or the entity of a relationship.
    package var type: String
    package var canOrder: Bool
  }

  package struct Row: Sendable, Hashable {
    package var object: ObjectName
    package var values: [ShownValue]
  }

  package var columns: [Column]
  package var rows: [Row]

  /// The number of objects that satisfy the condition.
  package var count: Int
  package var page: Int

  package var pageCount: Int {
    max(1, (count + TableQuery.pageSize - 1) / TableQuery.pageSize)
  }
}

/// An object with all its values.
package struct ObjectDetails: Sendable {
  package struct Attribute: Sendable, Hashable {
    package var name: String
    package var type: String
    package var value: ShownValue
    package var isOptional: Bool

    /// The part of a form that edits the value.
    package var field: EditedField
  }

  package struct Relationship: Sendable, Hashable {
    package var name: String
    package var destination: String
    package var isToMany: Bool
    package var isOrdered: Bool

    /// The first objects, and their total number.
    package var objects: [ObjectName]
    package var count: Int
  }

  package var name: ObjectName
  package var attributes: [Attribute]
  package var relationships: [Relationship]
}
