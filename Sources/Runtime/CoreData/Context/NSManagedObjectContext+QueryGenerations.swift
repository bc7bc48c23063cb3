// swift-format-ignore-file: AlwaysUseLowerCamelCase

import Foundation

/// The generation of the stores that a context sees; a key of notifications.
public let NSManagedObjectContextQueryGenerationKey = "newQueryGeneration"

extension NSManagedObjectContext {
  /// The state of the stores that the context sees, or nil if it sees them as they are.
  ///
  /// A context with a parent sees what the parent sees.
  final var visibleGeneration: NSQueryGenerationToken? {
    if let parentContext { return parentContext.visibleGeneration }
    return generation.map(NSQueryGenerationToken.init)
  }

  /// Lets the context see one state of the stores, until it saves, merges or is reset; nil ends that.
  ///
  /// Where no store can keep a state the context sees the stores as they are, as before.
  final func pin(to generation: NSQueryGenerationToken?) throws {
    guard let coordinator, parentContext == nil else { return }
    guard let generation else {
      self.generation = nil
      return
    }
    self.generation = try generation.generation ?? StoreGeneration(of: coordinator)
  }

  /// Lets a context that sees an older state of the stores see the present one.
  final func advanceGeneration() {
    guard generation != nil, let coordinator else { return }
    // Where the present state cannot be kept, it can be seen all the same.
    generation = try? StoreGeneration(of: coordinator)
  }
}
