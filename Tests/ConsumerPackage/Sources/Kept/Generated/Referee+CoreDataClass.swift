public import CoreData

/// Who leads a match.
#if canImport(ObjectiveC)
  @objc(Referee)
#endif
nonisolated public class Referee: NSManagedObject {

  // This file was written once, and belongs to people since.

  /// The sound of the whistle.
  public var whistle: String { "\(name) whistles" }
}
