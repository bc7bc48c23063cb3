import CSwiftABI

extension Unmanaged {
  /// A strong reference to the object; nil if it is being deallocated.
  var ifAlive: Instance? {
    retain_if_alive(toOpaque()).map { Self.fromOpaque($0).takeRetainedValue() }
  }

  /// Retains the object, and returns whether it is alive; an object that is being deallocated is not retained.
  func retainIfAlive() -> Bool { retain_if_alive(toOpaque()) != nil }

  /// Retains the object several times, in one step.
  func retain(times count: Int) { retain_times(toOpaque(), UInt32(count)) }

  /// Releases the object several times, in one step.
  func release(times count: Int) { release_times(toOpaque(), UInt32(count)) }

  /// Makes the object live until the program ends: retaining and releasing it costs little from then on.
  ///
  /// There must be no weak reference to it yet.
  func makeImmortal() { make_immortal(toOpaque()) }
}
