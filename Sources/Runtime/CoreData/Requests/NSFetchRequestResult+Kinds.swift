import Foundation

// Results of requests other than objects, for the other result types.

extension NSDictionary: NSFetchRequestResult {}

extension NSNumber: NSFetchRequestResult {}
