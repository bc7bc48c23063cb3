import PredicateFormat
import SQLDriver

/// A query for objects of a store.
package struct ObjectQuery {
  /// The entity of the objects.
  package var layout: ObjectLayout

  /// Whether objects of subentities are included.
  package var includesSubentities: Bool

  /// The condition; nil for all objects of the entity.
  package var condition: QueryCondition?
  package var order: [FetchOrder]
  package var offset: Int

  /// The greatest number of objects; 0 for all.
  package var limit: Int

  /// Whether the store is known to have rows of unknown entities, which must not be counted.
  package var excludesStrays = false

  package init(
    _ layout: ObjectLayout,
    includesSubentities: Bool = true,
    predicate: Predicate? = nil,
    order: [FetchOrder] = [],
    offset: Int = 0,
    limit: Int = 0
  ) {
    self.layout = layout
    self.includesSubentities = includesSubentities
    condition = predicate.map(QueryCondition.init)
    self.order = order
    self.offset = offset
    self.limit = limit
  }

  package var predicate: Predicate? {
    get { condition?.predicate }
    set { condition = newValue.map(QueryCondition.init) }
  }
}

/// A sort key.
package struct FetchOrder: Hashable, Sendable {
  /// The value by which objects are sorted.
  private enum Key: Hashable, Sendable {
    case keyPath(String)
    case expression(Expression)
  }

  private let key: Key
  package var isAscending: Bool

  /// The collation of texts; nil for byte order.
  package var collation: StoreCollation?

  package init(_ expression: Expression, isAscending: Bool, collation: StoreCollation? = nil) {
    key = .expression(expression)
    self.isAscending = isAscending
    self.collation = collation
  }

  package init(keyPath: String, isAscending: Bool, collation: StoreCollation? = nil) {
    key = .keyPath(keyPath)
    self.isAscending = isAscending
    self.collation = collation
  }

  /// The expression of the values.
  var expression: Expression {
    switch key {
    case .keyPath(let keyPath): .path(keyPath: keyPath)
    case .expression(let expression): expression
    }
  }
}

/// The collations that a store registers, with the selectors of sort descriptors as raw values.
package enum StoreCollation: String, Sendable, Hashable, CaseIterable {
  case caseInsensitive = "NSCoreDataCaseInsensitive"
  case localized = "NSCoreDataLocalized"
  case localizedCaseInsensitive = "NSCoreDataLocalizedCaseInsensitive"
  case localizedStandard = "NSCoreDataLocalizedStandard"
}

/// The functions that translated queries call, and that a store registers.
package enum StoreCallback: String, Sendable, Hashable, CaseIterable {
  /// Compares two texts: the relation, the options, left and right.
  case text = "NSCoreDataCompareText"

  /// Calls a function of the predicate language: its selector, then the arguments.
  case function = "NSCoreDataCallFunction"
}

/// The value of an argument or of a constant in a predicate.
package enum FetchValue: Sendable, Hashable {
  case value(SQLValue)
  /// An object of the store: its key and the number of its entity.
  case object(key: Int64, entity: Int)
  /// An object that is in another store, or in none.
  case foreignObject
  indirect case list([FetchValue])
  /// A value that databases do not support; the text describes it.
  case unsupported(String)

  var isNull: Bool { self == .value(.null) }
}

/// The reason why a query has no counterpart in SQL.
package struct FetchTranslationError: Error, Hashable, CustomStringConvertible {
  package let description: String

  package init(_ description: String) {
    self.description = description
  }

  /// An error for a predicate that is nested too deeply for this module or the database.
  package static let tooDeep = Self("the predicate is nested too deeply")
}
