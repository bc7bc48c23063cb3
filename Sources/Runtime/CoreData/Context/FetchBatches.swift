import ObjectRows

/// The objects that were fetched with a batch size and whose rows are still to be read.
///
/// An array of Swift cannot be filled lazily, so all objects exist, as faults. When the first of a batch is needed
/// the rows of its whole batch are read.
struct FetchBatches {
  private var fetches: [Fetch] = []

  private struct Fetch {
    let references: [Reference]
    let size: Int
    let places: [Reference: Int]

    /// The batches that have been read.
    var isRead: [Bool]
    var unread: Int

    /// No object before this index is in use any more.
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

  /// Adds the results of a fetch.
  mutating func add(_ references: [Reference], size: Int, in context: NSManagedObjectContext) {
    forgetUnused(in: context)
    if references.isEmpty { return }
    fetches.append(Fetch(references, size: max(1, size)))
  }

  /// Returns the batch of an object, unless it has been read; marks it as read.
  mutating func take(batchOf reference: Reference) -> [Reference]? {
    // The object is most likely part of the latest fetch.
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

  /// Removes fetches none of whose objects is in use.
  ///
  /// Each search continues at the last object that was in use, so that all of them together cost no more than the
  /// fetches did.
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
