import CSwiftABI

/// The metadata of a class in Swift's layout without Objective-C.
///
/// All code that reads or patches classes uses this type. ``problem`` states whether the layout is the known one.
struct ClassMetadata {
  /// The size of an instance in bytes.
  let instanceSize: Int

  let superclass: UnsafeRawPointer?

  /// The words after the header: methods and other members of the class.
  let members: UnsafeMutableBufferPointer<UInt>

  /// The number of words before the members.
  static var headWords: Int { Int(class_head_words) }

  init(_ type: AnyClass) {
    let metadata = read_class_metadata(Self.address(of: type))
    instanceSize = metadata.instance_size
    superclass = metadata.superclass
    members = UnsafeMutableBufferPointer(
      start: metadata.members,
      count: metadata.member_count
    )
  }

  /// The address of the metadata, which is the first word of each object.
  static func address(of type: AnyClass) -> UnsafeRawPointer {
    // A metatype of a class is a pointer to its metadata.
    unsafeBitCast(type, to: UnsafeRawPointer.self)
  }
}

// MARK: Self-test

extension ClassMetadata {
  /// The unexpected part of the layout; nil if there is none.
  static let problem: String? = {
    let base = Self(LayoutProbe.self)
    let derived = Self(DerivedLayoutProbe.self)
    let header = 2 * MemoryLayout<UInt>.size
    if base.instanceSize != header + MemoryLayout<UInt64>.size { return "the size of instances" }
    if derived.instanceSize != base.instanceSize + MemoryLayout<UInt64>.size {
      return "the size of instances of subclasses"
    }
    if derived.superclass != address(of: LayoutProbe.self) { return "the superclass" }
    if base.members.isEmpty || derived.members.count < base.members.count
      || derived.members.count > 1 << 20
    {
      return "the number of members"
    }
    return nil
  }()
}

// Classes without instances.

private class LayoutProbe {
  private var first: UInt64 = 1
}

private final class DerivedLayoutProbe: LayoutProbe {
  private var second: UInt64 = 2
}
