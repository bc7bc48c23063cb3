import Foundation

/// A type with a default folder; see below.
public protocol DefaultDirectoryOwner {}

extension NSPersistentContainer: DefaultDirectoryOwner {}

// Apple's container has a method and a property of one name. A class cannot declare both; the property can be
// declared in an extension of a protocol.
extension DefaultDirectoryOwner where Self: NSPersistentContainer {
  /// The folder for the stores of the program.
  public static var defaultDirectoryURL: URL { defaultDirectoryURL() }
}
