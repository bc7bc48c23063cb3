import Foundation

/// A place where objects are kept.
open class NSPersistentStore: NSObject {
  open var identifier: String! = UUID().uuidString
}
