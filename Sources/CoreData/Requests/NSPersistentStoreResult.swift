import Foundation

/// What a store has to say about a request: the class of results of batch requests and others.
open class NSPersistentStoreResult: NSObject {}
