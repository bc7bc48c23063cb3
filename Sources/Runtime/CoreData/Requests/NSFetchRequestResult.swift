/// A type of results of fetch requests: objects, object IDs, dictionaries, numbers.
///
/// A marker protocol conforms to itself, so that `NSFetchRequest<NSFetchRequestResult>` is a type here as
/// it is on Apple's platforms.
@_marker public protocol NSFetchRequestResult: AnyObject {}
