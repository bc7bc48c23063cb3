/// What a context takes its rows from and saves its changes to: a coordinator or a parent context.
protocol RowSource: AnyObject {
  /// The objects that a request asks for.
  func fetch(_ request: StoreFetch) throws -> StoreFetchResult

  /// How many objects a request asks for; nil if they have to be found to know.
  func count(_ request: StoreFetch) throws -> Int?

  /// The row of an object, or nil if there is none any more.
  func row(for reference: Reference, of shape: EntityShape) throws -> Row?

  /// The objects at the other end of a to-many relationship, as they were saved.
  func related(to reference: Reference, of shape: EntityShape, at index: Int) throws -> [Reference]
}

extension RowSource {
  /// Objects have to be found to know how many there are, unless a source knows better.
  func count(_ request: StoreFetch) throws -> Int? { nil }
}
