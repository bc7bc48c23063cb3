import Foundation

// Results of requests besides objects, as their result type says.

extension NSDictionary: NSFetchRequestResult {}

extension NSNumber: NSFetchRequestResult {}
