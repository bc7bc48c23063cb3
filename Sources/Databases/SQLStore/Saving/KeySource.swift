/// A source of keys for the new objects of a tree of entities.
package protocol KeySource: AnyObject {
  /// Takes some consecutive keys.
  ///
  /// - Returns: The number before the first one.
  func take(_ count: Int) throws -> Int64

  /// Calls `body` with a function that takes one key at a time.
  func takeSeveral(_ body: (_ next: () throws -> Int64) throws -> Void) throws
}
