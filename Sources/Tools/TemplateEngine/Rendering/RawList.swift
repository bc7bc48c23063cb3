/// A list whose elements are read in place.
///
/// An array returns copies, and counts the references of each. Rendering reads elements millions of
/// times, mostly for a brief look.
///
/// Addresses are computed from an untyped pointer: in the debug builds that build plugins run, optional
/// pointers to a generic type and their `+` look up metadata at each use, a fourth of the time of a rendering.
struct RawList<Element>: ~Copyable {
  /// Nil until an element is added: most renderings are short and leave most lists empty.
  private var start: UnsafeMutableRawPointer?
  private var capacity = 0
  private(set) var count = 0

  /// The initial capacity.
  private static var least: Int { 16 }

  deinit {
    guard start != nil else { return }
    let first = place(unchecked: 0)
    first.deinitialize(count: count)
    first.deallocate()
  }

  /// The address of an element, valid until one is added.
  @inline(__always)
  func place(_ index: Int) -> UnsafeMutablePointer<Element> {
    precondition(index >= 0 && index < count)
    return place(unchecked: index)
  }

  /// The same for an index within the capacity, which is not 0.
  @inline(__always)
  private func place(unchecked index: Int) -> UnsafeMutablePointer<Element> {
    start.unsafelyUnwrapped.advanced(by: index &* MemoryLayout<Element>.stride)
      .assumingMemoryBound(to: Element.self)
  }

  @inline(__always)
  mutating func append(_ element: consuming Element) {
    if count == capacity { enlarge(toHold: count + 1) }
    place(unchecked: count).initialize(to: element)
    count += 1
  }

  /// Adds elements up to a count.
  mutating func fill(upTo size: Int, with element: Element) {
    guard count < size else { return }
    enlarge(toHold: size)
    place(unchecked: count).initialize(repeating: element, count: size - count)
    count = size
  }

  /// A list of the same elements.
  func copy() -> RawList {
    var copy = RawList()
    guard count > 0 else { return copy }
    copy.enlarge(toHold: count)
    copy.place(unchecked: 0).initialize(from: place(unchecked: 0), count: count)
    copy.count = count
    return copy
  }

  @inline(__always)
  mutating func removeLast() -> Element {
    precondition(count > 0)
    count -= 1
    return place(unchecked: count).move()
  }

  private mutating func enlarge(toHold size: Int) {
    guard size > capacity else { return }
    capacity = max(size, capacity * 2, Self.least)
    let larger = UnsafeMutablePointer<Element>.allocate(capacity: capacity)
    if start != nil {
      let first = place(unchecked: 0)
      larger.moveInitialize(from: first, count: count)
      first.deallocate()
    }
    start = UnsafeMutableRawPointer(larger)
  }
}
