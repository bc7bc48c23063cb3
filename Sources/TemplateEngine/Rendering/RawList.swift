/// A list whose elements are read where they lie.
///
/// An array hands out copies, and with each counts the references that it makes. Rendering asks millions of
/// times, mostly for what it only glances at.
struct RawList<Element>: ~Copyable {
  /// Nil as long as nothing was ever added: most renderings are short and leave most lists empty.
  private var start: UnsafeMutablePointer<Element>?
  private var capacity = 0
  private(set) var count = 0

  /// What is taken for the first elements.
  private static var least: Int { 16 }

  deinit {
    start?.deinitialize(count: count)
    start?.deallocate()
  }

  /// Where an element lies, until one is added.
  @inline(__always)
  func place(_ index: Int) -> UnsafeMutablePointer<Element> {
    precondition(index >= 0 && index < count)
    return start.unsafelyUnwrapped + index
  }

  @inline(__always)
  mutating func append(_ element: consuming Element) {
    if count == capacity { enlarge(toHold: count + 1) }
    (start.unsafelyUnwrapped + count).initialize(to: element)
    count += 1
  }

  /// Adds elements until there are so many.
  mutating func fill(upTo size: Int, with element: Element) {
    guard count < size else { return }
    enlarge(toHold: size)
    (start.unsafelyUnwrapped + count).initialize(repeating: element, count: size - count)
    count = size
  }

  @inline(__always)
  mutating func removeLast() -> Element {
    precondition(count > 0)
    count -= 1
    return (start.unsafelyUnwrapped + count).move()
  }

  private mutating func enlarge(toHold size: Int) {
    guard size > capacity else { return }
    capacity = max(size, capacity * 2, Self.least)
    let larger = UnsafeMutablePointer<Element>.allocate(capacity: capacity)
    if let start {
      larger.moveInitialize(from: start, count: count)
      start.deallocate()
    }
    start = larger
  }
}
