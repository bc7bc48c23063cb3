/// The components of a key path, read from its memory.
///
/// The standard library compares key paths, but cannot decompose one. Descriptions do not identify properties: they
/// contain the address of a getter, of which the optimizer may create one for each use. The parts that the library
/// compares are read here.
struct KeyPathComponents {
  /// A property, which is the same in all key paths that contain it.
  struct Property: Hashable {
    /// The kind of the number: an offset in the object or in its class, or the address of a getter.
    fileprivate let kind: UInt32
    fileprivate let number: UInt
  }

  enum Component: Hashable {
    case property(Property)

    /// A question mark, an exclamation mark, or the end of a chain with question marks.
    case optional
  }

  let components: [Component]

  /// The property of a key path with a single component.
  var property: Property? {
    if components.count == 1, case .property(let property)? = components.first {
      property
    } else {
      nil
    }
  }

  /// Reads a key path; nil if a component has an unknown form.
  init?(_ keyPath: AnyKeyPath) {
    guard Self.isLayoutKnown, let components = Self.read(keyPath) else { return nil }
    self.components = components
  }

  private static func read(_ keyPath: AnyKeyPath) -> [Component]? {
    withExtendedLifetime(keyPath) {
      // The header of a class, reference counts, and a word that the library uses on Apple's platforms.
      let object = UnsafeRawPointer(Unmanaged.passUnretained(keyPath).toOpaque())
      let header = object.load(fromByteOffset: 24, as: UInt32.self)
      var memory = Memory(start: object + 32, size: Int(header & 0x00FF_FFFF))
      var components: [Component] = []
      while !memory.isEmpty {
        guard let component = memory.takeComponent() else { return nil }
        components.append(component)
        // There is a type between two components.
        guard memory.isEmpty || memory.take(UInt.self) != nil else { return nil }
      }
      return components
    }
  }
}

/// The unread part of a key path's memory.
private struct Memory {
  let start: UnsafeRawPointer
  let size: Int
  private var offset = 0

  init(start: UnsafeRawPointer, size: Int) {
    self.start = start
    self.size = size
  }

  var isEmpty: Bool { offset >= size }

  /// Reads the next number, at an aligned address; nil at the end.
  mutating func take<Number: FixedWidthInteger>(_ type: Number.Type) -> Number? {
    let width = MemoryLayout<Number>.size
    let place = (offset + width - 1) / width * width
    guard place + width <= size else { return nil }
    offset = place + width
    return start.load(fromByteOffset: place, as: type)
  }

  mutating func takeComponent() -> KeyPathComponents.Component? {
    guard let header = take(UInt32.self) else { return nil }
    switch header >> 24 & 0x7F {
    case 1, 3: return takeStored(header)
    case 2: return takeComputed(header)
    case 4: return .optional
    default: return nil
    }
  }

  /// Reads a stored property: its offset in a structure (1) or an object (3).
  private mutating func takeStored(_ header: UInt32) -> KeyPathComponents.Component? {
    let kind = header & 0x7F00_0000
    switch header & 0x007F_FFFF {
    case 0x007F_FFFF:
      guard let offset = take(UInt32.self) else { return nil }
      return .property(.init(kind: kind, number: UInt(offset)))
    case 0x007F_FFFD, 0x007F_FFFE: return nil
    case let offset: return .property(.init(kind: kind, number: UInt(offset)))
    }
  }

  /// Reads a computed property: its number, the getter, the setter if there is one, and the captures of these
  /// functions.
  private mutating func takeComputed(_ header: UInt32) -> KeyPathComponents.Component? {
    guard let number = take(UInt.self), take(UInt.self) != nil else { return nil }
    let isSettable = header & 0x0040_0000 != 0
    if isSettable, take(UInt.self) == nil { return nil }
    let hasArguments = header & 0x0008_0000 != 0
    if hasArguments {
      guard let words = take(UInt.self), take(UInt.self) != nil else { return nil }
      let isFromOutside = header & 0x10 != 0
      if isFromOutside, take(UInt.self) == nil { return nil }
      offset += Int(words & 0x00FF_FFFF)
      if offset > size { return nil }
    }
    // Whether the number is an offset in the object, in the virtual table of the class, or an address.
    return .property(.init(kind: header & 0x7F30_0000, number: number))
  }
}

// MARK: Self-test

extension KeyPathComponents {
  /// The unexpected part of the layout; nil if there is none.
  static let problem: String? = {
    let computed = read(\KeyPathProbe.computed)
    if computed?.count != 1 || read(\KeyPathProbe.other) == computed {
      return "computed properties"
    }
    if read(\KeyPathProbe.stored)?.count != 1 { return "stored properties" }
    let chain = read(\KeyPathProbe.next?.next?.computed)
    guard let chain, chain.count == 6, let next = read(\KeyPathProbe.next) else { return "chains" }
    if chain != next + [.optional] + next + [.optional] + (computed ?? []) + [.optional] {
      return "the components of chains"
    }
    if generic(DerivedKeyPathProbe.self) != computed { return "arguments of generic functions" }
    return nil
  }()

  /// Whether key paths can be read; if not, it is reported once.
  private static let isLayoutKnown: Bool = {
    guard let problem else { return true }
    let message =
      "this version of Swift has another layout of key paths (\(problem)): they have no names, "
      + "and sort descriptors and predicates with them do not work"
    CoreDataLog.send(.error, .object, message)
    return false
  }()

  private static func generic<Probe: KeyPathProbe>(_: Probe.Type) -> [Component]? {
    read(\Probe.computed)
  }
}

private class KeyPathProbe {
  final var stored = 1
  final var computed: Int {
    get { stored }
    set { stored = newValue }
  }
  final var other: Int {
    get { stored + 1 }
    set { stored = newValue - 1 }
  }
  final var next: KeyPathProbe? { stored == 0 ? self : nil }
}

private final class DerivedKeyPathProbe: KeyPathProbe {}
