import Foundation
import ObjectRows

/// A source of rows: for a context, its coordinator or its parent; for a coordinator, its stores.
protocol RowSource: AnyObject {
  /// Returns the objects that match a request.
  func fetch(_ request: StoreFetch) throws -> StoreFetchResult

  /// Returns the number of objects that match a request; nil if it is only known after fetching them.
  func count(_ request: StoreFetch) throws -> Int?

  /// Returns the dictionaries of a request; nil if they have to be computed from objects.
  func dictionaries(_ request: StoreFetch, _ plan: DictionaryPlan) throws -> [NSDictionary]?

  /// Reads rows of objects into memory that are about to be needed, in few steps.
  func readRows(of references: [Reference]) throws

  /// Returns the destinations of a to-many relationship of several objects of an entity, as they were saved, with the
  /// rows that were read with them; nil if they have to be read for each object.
  func related(
    toAll references: [Reference],
    of shape: EntityShape,
    at index: Int
  ) throws -> [Reference: StoreFetchResult]?

  /// Returns the row of an object; nil if it no longer exists.
  func row(for reference: Reference, of shape: EntityShape) throws -> Row?

  /// Returns the destinations of a to-many relationship, as they were saved, with the rows that were read with them.
  func related(
    to reference: Reference,
    of shape: EntityShape,
    at index: Int
  ) throws -> StoreFetchResult
}

extension RowSource {
  /// Returns nil: by default the objects have to be fetched to be counted.
  func count(_ request: StoreFetch) throws -> Int? { nil }

  func dictionaries(_ request: StoreFetch, _ plan: DictionaryPlan) throws -> [NSDictionary]? { nil }

  func readRows(of references: [Reference]) throws {}

  func related(
    toAll references: [Reference],
    of shape: EntityShape,
    at index: Int
  ) throws -> [Reference: StoreFetchResult]? {
    nil
  }
}
