/// A priority queue of numbers: the lowest priority comes first; among equals, the lowest number.
struct PriorityQueue {
  private struct Element {
    var priority: Int
    var value: Int

    static func < (left: Element, right: Element) -> Bool {
      (left.priority, left.value) < (right.priority, right.value)
    }
  }

  /// A binary heap.
  private var elements: [Element] = []

  mutating func insert(_ value: Int, priority: Int) {
    elements.append(Element(priority: priority, value: value))
    var index = elements.count - 1
    while index > 0, elements[index] < elements[(index - 1) / 2] {
      elements.swapAt(index, (index - 1) / 2)
      index = (index - 1) / 2
    }
  }

  mutating func popFirst() -> Int? {
    guard let first = elements.first else { return nil }
    let last = elements.removeLast()
    guard !elements.isEmpty else { return first.value }
    elements[0] = last
    var index = 0
    while let child = smallestChild(of: index), elements[child] < elements[index] {
      elements.swapAt(index, child)
      index = child
    }
    return first.value
  }

  private func smallestChild(of index: Int) -> Int? {
    let (left, right) = (2 * index + 1, 2 * index + 2)
    guard left < elements.count else { return nil }
    guard right < elements.count else { return left }
    return elements[right] < elements[left] ? right : left
  }
}
