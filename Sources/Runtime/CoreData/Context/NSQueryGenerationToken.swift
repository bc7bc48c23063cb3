import Foundation

/// A token for a generation of the stores, which a pinned context sees while others save.
open class NSQueryGenerationToken: NSObject, NSCopying, @unchecked Sendable {
  /// The generation of the stores; nil stands for the current one.
  final let generation: StoreGeneration?

  /// The token for the generation that is current when it is used.
  public final class var current: NSQueryGenerationToken { currentToken }

  private static let currentToken = NSQueryGenerationToken(nil)

  init(_ generation: StoreGeneration?) {
    self.generation = generation
    super.init()
  }

  /// The token itself, which is immutable.
  open func copy(with zone: NSZone? = nil) -> Any { self }

  open override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? NSQueryGenerationToken else { return false }
    return generation === other.generation
  }

  open override var hash: Int { generation.map { ObjectIdentifier($0).hashValue } ?? 0 }
}
