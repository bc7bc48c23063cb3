public import Foundation

/// The class of a Transformable.
public final class Color: NSObject, @unchecked Sendable {
  /// The name of the color.
  public let name: String

  /// A color with a name.
  public init(name: String) {
    self.name = name
  }

  public override func isEqual(_ object: Any?) -> Bool {
    (object as? Color)?.name == name
  }

  public override var hash: Int { name.hashValue }
}
