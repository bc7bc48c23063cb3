import ObjectRows

/// The objects that fetches with a batch size have found, and whose rows are still to be read.
///
/// An array of Swift cannot be filled while it is used, so all objects are there, as faults. When the first
/// of a batch is needed the rows of its whole batch are read.
struct FetchBatches {
  private var fetches: [Fetch] = []

  private struct Fetch {
    let references: [Reference]
    let size: Int
    let places: [Reference: Int]

    /// The batches that have been read.
    var isRead: [Bool]
    var unread: Int

    /// Before this place no object is in use any more.
    var firstUsed = 0

    init(_ references: [Reference], size: Int) {
      self.references = references
      self.size = size
      places = Dictionary(
        references.enumerated().map { ($0.element, $0.offset) },
        uniquingKeysWith: { first, _ in first }
      )
      let (whole, rest) = references.count.quotientAndRemainder(dividingBy: size)
      unread = whole + (rest > 0 ? 1 : 0)
      isRead = Array(repeating: false, count: unread)
    }
  }

  var isEmpty: Bool { fetches.isEmpty }

  /// Takes note of what a fetch has found.
  mutating func add(_ references: [Reference], size: Int, in context: NSManagedObjectContext) {
    forgetUnused(in: context)
    if references.isEmpty { return }
    fetches.append(Fetch(references, size: max(1, size)))
  }

  /// The batch that an object is in, unless it has been read; it counts as read then.
  mutating func take(batchOf reference: Reference) -> [Reference]? {
    // The latest fetch is the likeliest.
    for index in fetches.indices.reversed() {
      guard let place = fetches[index].places[reference] else { continue }
      let fetch = fetches[index]
      let batch = place / fetch.size
      guard !fetch.isRead[batch] else { continue }
      let start = batch * fetch.size
      let found = fetch.references[start..<min(start + fetch.size, fetch.references.count)]
      fetches[index].isRead[batch] = true
      fetches[index].unread -= 1
      if fetches[index].unread == 0 { fetches.remove(at: index) }
      return Array(found)
    }
    return nil
  }

  /// Forgets fetches of whose objects none is in use.
  ///
  /// Each looks on from where it found an object in use the last time, so that all of this together costs no
  /// more than the fetches did.
  private mutating func forgetUnused(in context: NSManagedObjectContext) {
    for index in fetches.indices.reversed() {
      var place = fetches[index].firstUsed
      while place < fetches[index].references.count,
        context.identity[fetches[index].references[place]] == nil
      {
        place += 1
      }
      fetches[index].firstUsed = place
      if place == fetches[index].references.count { fetches.remove(at: index) }
    }
  }
}
