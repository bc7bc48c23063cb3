public import CoreData

/// The class of an entity whose code generation is 'Category/Extension': written by hand.
public class Archive: NSManagedObject {
  /// Where the archive is.
  var place: String { "\(shelf ?? "?"), \(year)" }
}
