import Foundation

/// A state of the stores that a context goes on seeing while others save.
open class NSQueryGenerationToken: NSObject, NSCopying, @unchecked Sendable {
  /// The states of the stores; nil stands for the present one.
  final let generation: StoreGeneration?

  /// The token for the state that the stores have when it is used.
  public final class var current: NSQueryGenerationToken { currentToken }

  private static let currentToken = NSQueryGenerationToken(nil)

  init(_ generation: StoreGeneration?) {
    self.generation = generation
    super.init()
  }

  /// The token itself, which never changes.
  open func copy(with zone: NSZone? = nil) -> Any { self }

  open override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? NSQueryGenerationToken else { return false }
    return generation === other.generation
  }

  open override var hash: Int { generation.map { ObjectIdentifier($0).hashValue } ?? 0 }
}
