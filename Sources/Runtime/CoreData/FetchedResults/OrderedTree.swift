import ObjectRows

/// A node of an ``OrderedTree``, with its value.
final class TreeNode<Value> {
  var value: Value
  fileprivate(set) var left: TreeNode?
  fileprivate(set) var right: TreeNode?
  /// The parent, which owns this node and is not read while the tree is deallocated.
  fileprivate unowned(unsafe) var parent: TreeNode?

  /// The number of values in the subtree of this node.
  fileprivate(set) var count = 1

  init(_ value: Value) {
    self.value = value
  }

  /// The number of values that come before this one in its tree.
  var index: Int {
    var index = left?.count ?? 0
    var node = self
    while let parent = node.parent {
      if parent.right === node { index += (parent.left?.count ?? 0) + 1 }
      node = parent
    }
    return index
  }

  fileprivate func update() {
    count = (left?.count ?? 0) + (right?.count ?? 0) + 1
    left?.parent = self
    right?.parent = self
  }
}

/// An ordered sequence of values, each of which knows its index.
///
/// Inserting, removing, and finding a value or its index take logarithmic time. Which of two trees becomes the root
/// when they are joined is random, weighted by their sizes; that keeps them balanced. The random numbers are the same
/// in every run of a program.
final class OrderedTree<Value> {
  typealias Node = TreeNode<Value>

  private var root: Node?
  private var chance: UInt64 = 0x9E37_79B9_7F4A_7C15

  init() {}

  /// Replaces the contents by nodes in their order.
  func fill(_ nodes: [Node]) {
    root = Self.balanced(nodes[...])
    root?.parent = nil
  }

  var count: Int { root?.count ?? 0 }

  var first: Node? {
    var node = root
    while let left = node?.left { node = left }
    return node
  }

  /// The node at an index; nil if it is out of range.
  subscript(index: Int) -> Node? {
    guard index >= 0 else { return nil }
    var rest = index
    var node = root
    while let current = node {
      let before = current.left?.count ?? 0
      if rest == before { return current }
      if rest < before {
        node = current.left
      } else {
        rest -= before + 1
        node = current.right
      }
    }
    return nil
  }

  /// Inserts a node that is in no tree, before the first one that it precedes.
  func insert(_ node: Node, precedes: (Node) -> Bool) {
    let (before, behind) = split(root, precedes)
    root = joined(joined(before, node), behind)
    root?.parent = nil
  }

  /// Removes a node of this tree.
  func remove(_ node: Node) {
    let parent = node.parent
    let rest = joined(node.left, node.right)
    node.left = nil
    node.right = nil
    node.parent = nil
    node.count = 1
    rest?.parent = parent
    guard let parent else {
      root = rest
      return
    }
    if parent.left === node { parent.left = rest } else { parent.right = rest }
    var next: Node? = parent
    while let current = next {
      current.count -= 1
      next = current.parent
    }
  }

  /// The values in their order.
  var values: [Value] {
    var values: [Value] = []
    values.reserveCapacity(count)
    forEachNode { values.append($0.value) }
    return values
  }

  /// Calls a closure with each node, in their order.
  func forEachNode(_ body: (Node) -> Void) {
    var path: [Node] = []
    var node = root
    while node != nil || !path.isEmpty {
      while let current = node {
        path.append(current)
        node = current.left
      }
      let current = path.removeLast()
      body(current)
      node = current.right
    }
  }

  /// Splits the values at a position: those before it, and the rest.
  private func split(_ node: Node?, _ precedes: (Node) -> Bool) -> (before: Node?, behind: Node?) {
    guard let node else { return (nil, nil) }
    node.parent = nil
    if precedes(node) {
      let (before, behind) = split(node.left, precedes)
      node.left = behind
      node.update()
      before?.parent = nil
      return (before, node)
    }
    let (before, behind) = split(node.right, precedes)
    node.right = before
    node.update()
    behind?.parent = nil
    return (node, behind)
  }

  private func joined(_ before: Node?, _ behind: Node?) -> Node? {
    guard let before else { return behind }
    guard let behind else { return before }
    if nextChance(below: before.count + behind.count) < before.count {
      before.right = joined(before.right, behind)
      before.update()
      return before
    }
    behind.left = joined(before, behind.left)
    behind.update()
    return behind
  }

  private func nextChance(below limit: Int) -> Int {
    chance ^= chance << 13
    chance ^= chance >> 7
    chance ^= chance << 17
    return Int(truncatingIfNeeded: chance.multipliedFullWidth(by: UInt64(limit)).high)
  }

  private static func balanced(_ nodes: ArraySlice<Node>) -> Node? {
    guard !nodes.isEmpty else { return nil }
    let middle = nodes.startIndex + nodes.count / 2
    let node = nodes[middle]
    node.left = balanced(nodes[..<middle])
    node.right = balanced(nodes[(middle + 1)...])
    node.update()
    return node
  }
}
