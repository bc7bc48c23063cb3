import Foundation

// What requests yield besides objects, as their result type says.

extension NSManagedObjectID: NSFetchRequestResult {}

extension NSDictionary: NSFetchRequestResult {}

extension NSNumber: NSFetchRequestResult {}
