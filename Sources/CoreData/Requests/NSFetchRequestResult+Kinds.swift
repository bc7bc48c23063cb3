import Foundation

// What requests yield besides objects, as their result type says.

extension NSDictionary: NSFetchRequestResult {}

extension NSNumber: NSFetchRequestResult {}
