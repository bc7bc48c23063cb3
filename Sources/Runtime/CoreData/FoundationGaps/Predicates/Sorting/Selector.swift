/// The name of a method, such as `Selector("localizedStandardCompare:")`.
///
/// Without Objective-C a selector cannot be called. Sort descriptors use it to choose how strings are compared.
public struct Selector: Hashable, Sendable, ExpressibleByStringLiteral, CustomStringConvertible {
  /// The name, with a colon for each argument.
  public let description: String

  /// Creates the selector of a name.
  public init(_ str: String) {
    description = str
  }

  /// Creates the selector of a name.
  public init(stringLiteral value: String) {
    description = value
  }
}

// swift-format-ignore: AlwaysUseLowerCamelCase
/// The name of a selector.
public func NSStringFromSelector(_ aSelector: Selector) -> String { aSelector.description }

// swift-format-ignore: AlwaysUseLowerCamelCase
/// The selector of a name.
public func NSSelectorFromString(_ aSelectorName: String) -> Selector { Selector(aSelectorName) }
