public import Foundation

// The types that Objective-C passes as `%@`: objects, and the values that bridge to them. Format strings of this
// module read the values themselves; the encoding is for real C argument lists.

// swift-format-ignore: AvoidRetroactiveConformances
extension NSObject: @retroactive CVarArg {
  /// The address of the object.
  public var _cVarArgEncoding: [Int] {
    [Int(bitPattern: Unmanaged.passUnretained(self).toOpaque())]
  }
}

/// A value that is encoded as the object that it bridges to, which the list keeps alive.
public protocol _BridgedArgument: _CVarArgObject {}

extension _BridgedArgument {
  /// The object that the value bridges to.
  public var _cVarArgObject: any CVarArg { (self as AnyObject) as? NSObject ?? NSNull() }

  /// The address of that object.
  public var _cVarArgEncoding: [Int] { _cVarArgObject._cVarArgEncoding }
}

// swift-format-ignore: AvoidRetroactiveConformances
extension Date: @retroactive CVarArg, @retroactive _CVarArgObject, _BridgedArgument {}
// swift-format-ignore: AvoidRetroactiveConformances
extension UUID: @retroactive CVarArg, @retroactive _CVarArgObject, _BridgedArgument {}
// swift-format-ignore: AvoidRetroactiveConformances
extension URL: @retroactive CVarArg, @retroactive _CVarArgObject, _BridgedArgument {}
// swift-format-ignore: AvoidRetroactiveConformances
extension Data: @retroactive CVarArg, @retroactive _CVarArgObject, _BridgedArgument {}
// swift-format-ignore: AvoidRetroactiveConformances
extension Decimal: @retroactive CVarArg, @retroactive _CVarArgObject, _BridgedArgument {}
// swift-format-ignore: AvoidRetroactiveConformances
extension Array: @retroactive CVarArg, @retroactive _CVarArgObject, _BridgedArgument {}
// swift-format-ignore: AvoidRetroactiveConformances
extension Set: @retroactive CVarArg, @retroactive _CVarArgObject, _BridgedArgument {}
// swift-format-ignore: AvoidRetroactiveConformances
extension Dictionary: @retroactive CVarArg, @retroactive _CVarArgObject, _BridgedArgument {}
