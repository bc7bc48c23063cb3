import Foundation
import ObjectRows

/// A source of rows: for a context, its coordinator or its parent; for a coordinator, its stores.
protocol RowSource: AnyObject {
  /// The objects that a request asks for.
  func fetch(_ request: StoreFetch) throws -> StoreFetchResult

  /// The number of objects that a request asks for; nil if they have to be found to know.
  func count(_ request: StoreFetch) throws -> Int?

  /// The dictionaries that a request asks for; nil if they have to be made of objects.
  func dictionaries(_ request: StoreFetch, _ plan: DictionaryPlan) throws -> [NSDictionary]?

  /// Takes rows of objects into memory that are about to be needed, in few steps.
  func readRows(of references: [Reference]) throws

  /// The objects at the other end of a to-many relationship of several objects of an entity, as they were
  /// saved, with the rows that were read on the way; nil if each has to be asked for.
  func related(
    toAll references: [Reference],
    of shape: EntityShape,
    at index: Int
  ) throws -> [Reference: StoreFetchResult]?

  /// The row of an object, or nil if there is none any more.
  func row(for reference: Reference, of shape: EntityShape) throws -> Row?

  /// The objects at the other end of a to-many relationship, as they were saved, with the rows that were read
  /// on the way.
  func related(
    to reference: Reference,
    of shape: EntityShape,
    at index: Int
  ) throws -> StoreFetchResult
}

extension RowSource {
  /// Objects have to be found to know how many there are, unless a source knows better.
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
