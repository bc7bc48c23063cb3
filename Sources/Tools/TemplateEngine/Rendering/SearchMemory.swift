/// A cache of the elements of arrays in which templates search repeatedly.
///
/// In a loop over all entities, a search among the names of all would compare each name with every other one.
struct SearchMemory: ~Copyable {
  private struct Known {
    /// The array is retained, so that no other one can get its address.
    let elements: [TemplateValue]
    /// Its elements by their kinds; nil until the second search.
    var parts: Parts?
  }

  private struct Parts {
    var texts: Set<String> = []
    var others: [TemplateValue] = []

    init(_ elements: [TemplateValue]) {
      for element in elements {
        if case .string(let text) = element {
          texts.insert(text)
        } else {
          others.append(element)
        }
      }
    }
  }

  /// Arrays by the addresses of their elements.
  private var known: [UnsafeRawPointer: Known]

  init() { known = [:] }

  init(copying other: borrowing SearchMemory) { known = other.known }

  /// The minimum number of elements: fewer are compared quickly.
  private static let worthwhile = 16

  /// The number of arrays above which the cache is cleared of short ones.
  private static let mostArrays = 32

  /// The result of a search.
  struct Result {
    let isThere: Bool
    /// The number of elements that were read.
    let comparisons: Int
  }

  /// Searches for an element that equals a value.
  mutating func search(for value: TemplateValue, in elements: [TemplateValue]) -> Result {
    guard elements.count >= Self.worthwhile,
      let address = elements.withUnsafeBufferPointer({ UnsafeRawPointer($0.baseAddress) })
    else { return Self.all(elements, value) }
    guard let array = known[address] else {
      makeRoom(for: elements.count)
      known[address] = Known(elements: elements)
      return Self.all(elements, value)
    }
    let parts = array.parts ?? Parts(elements)
    if array.parts == nil { known[address]?.parts = parts }
    let isNew = array.parts == nil
    if case .string(let text) = value {
      return Result(
        isThere: parts.texts.contains(text),
        comparisons: isNew ? elements.count : 1
      )
    }
    let found = Self.all(parts.others, value)
    return isNew ? Result(isThere: found.isThere, comparisons: elements.count) : found
  }

  /// Compares with all elements.
  private static func all(_ elements: [TemplateValue], _ value: TemplateValue) -> Result {
    Result(isThere: elements.contains { $0.equals(value) }, comparisons: elements.count)
  }

  private mutating func makeRoom(for count: Int) {
    guard known.count == Self.mostArrays else { return }
    let larger = known.filter { $0.value.elements.count > count }
    known = larger.count < Self.mostArrays ? larger : [:]
  }
}
