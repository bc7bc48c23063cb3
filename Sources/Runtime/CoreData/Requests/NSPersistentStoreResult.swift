import Foundation

/// The result of a request to a store: the superclass of results of batch requests and others.
open class NSPersistentStoreResult: NSObject {}
