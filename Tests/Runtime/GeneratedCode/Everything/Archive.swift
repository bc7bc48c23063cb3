public import CoreData

/// The class of an entity whose code generation is 'Category/Extension': written by hand.
public class Archive: NSManagedObject {
  /// The place of the archive.
  var place: String { "\(shelf ?? "?"), \(year)" }

  public override func setNilValueForKey(_ key: String) {
    if key == "year" { year = -1 } else { super.setNilValueForKey(key) }
  }
}
