import CSwiftABI

extension Unmanaged {
  /// The object with a reference to it; nil if its last one has gone already.
  var ifAlive: Instance? {
    retain_if_alive(toOpaque()).map { Self.fromOpaque($0).takeRetainedValue() }
  }
}
