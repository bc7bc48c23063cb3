/// Memory for pages of slots, in blocks of several pages.
///
/// The pages of a table come and go singly; allocating each of them takes longer than filling it. Blocks begin at a
/// line of the processor's cache, so that a page of 16 slots takes up two lines. They are freed together.
@usableFromInline struct SlotMemory {
  @usableFromInline typealias Address = UnsafeMutableRawPointer?

  /// The number of pages that were given back.
  @usableFromInline private(set) var spareCount = 0

  // Blocks, and pages that were given back, are chained by addresses in their first words.
  private var blocks: Address = nil
  private var spares: Address = nil

  /// The next page of the newest block that was never in use, and the number of such pages.
  private var next: Address = nil
  private var rest = 0

  /// The size of a line of the processor's cache; the first one of a block has the address of another block.
  private static var lineSize: Int { 64 }

  /// The greatest number of pages in a block.
  private static var manyPages: Int { 32 }

  @inlinable static var pageSize: Int { 16 }

  private static var pageBytes: Int { pageSize * MemoryLayout<Address>.stride }

  @usableFromInline init() {}

  /// Frees all blocks; no page may be used any more.
  @usableFromInline func deallocate() {
    var block = blocks
    while let memory = block {
      block = memory.load(as: Address.self)
      memory.deallocate()
    }
  }

  /// Returns a page, uninitialized.
  ///
  /// - Parameter count: The number of pages of the table, which determines the size of blocks.
  /// - Returns: The page.
  @usableFromInline mutating func take(besides count: Int) -> UnsafeMutableRawPointer {
    takeSpare() ?? takeNew(besides: count)
  }

  private mutating func takeSpare() -> UnsafeMutableRawPointer? {
    guard let page = spares else { return nil }
    spares = page.load(as: Address.self)
    spareCount -= 1
    return page
  }

  private mutating func takeNew(besides count: Int) -> UnsafeMutableRawPointer {
    if rest > 0, let page = next {
      rest -= 1
      next = page + Self.pageBytes
      return page
    }
    // A small table has small blocks.
    let pages = min(max(count, 2), Self.manyPages)
    let block = UnsafeMutableRawPointer.allocate(
      byteCount: Self.lineSize + pages * Self.pageBytes,
      alignment: Self.lineSize
    )
    block.storeBytes(of: blocks, as: Address.self)
    blocks = block
    rest = pages - 1
    next = block + Self.lineSize + Self.pageBytes
    return block + Self.lineSize
  }

  /// Takes back a page for later use.
  @usableFromInline mutating func give(_ page: UnsafeMutableRawPointer) {
    page.storeBytes(of: spares, as: Address.self)
    spares = page
    spareCount += 1
  }
}
