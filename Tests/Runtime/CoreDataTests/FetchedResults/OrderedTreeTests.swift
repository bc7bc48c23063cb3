import Testing

@testable import CoreData

@Suite struct OrderedTreeTests {
  @Test func aTreeIsLikeASortedArray() {
    var generator = SystemRandomNumberGenerator()
    let tree = OrderedTree<Int>()
    var nodes: [TreeNode<Int>] = (0..<100).map { TreeNode($0 * 10) }
    tree.fill(nodes)
    for _ in 0..<2_000 {
      if nodes.isEmpty || Bool.random(using: &generator) {
        let node = TreeNode(Int.random(in: 0..<1_000, using: &generator))
        tree.insert(node) { node.value < $0.value }
        let place = nodes.firstIndex { node.value < $0.value } ?? nodes.endIndex
        nodes.insert(node, at: place)
      } else {
        let place = Int.random(in: 0..<nodes.count, using: &generator)
        tree.remove(nodes.remove(at: place))
      }
      #expect(tree.count == nodes.count)
    }
    #expect(tree.values == nodes.map(\.value))
    #expect(nodes.map(\.index) == Array(nodes.indices))
    #expect(nodes.indices.allSatisfy { tree[$0] === nodes[$0] })
    #expect(tree.first === nodes.first)
    #expect(tree[-1] == nil && tree[nodes.count] == nil)
  }

  @Test func anEmptyTree() {
    let tree = OrderedTree<Int>()
    #expect(tree.values.isEmpty && tree.first == nil && tree[0] == nil)
    let node = TreeNode(1)
    tree.insert(node) { _ in true }
    tree.remove(node)
    #expect(tree.count == 0)
  }

  @Test(arguments: [
    ([], []), ([5], [0]), ([1, 2, 3], [0, 1, 2]), ([9, 3, 4, 5], [1, 2, 3]),
    ([2, 5, 3, 7, 11, 8, 10, 13, 6], [0, 2, 3, 5, 6, 7]), ([3, 2, 1], [2]),
  ])
  func theLongestSeries(numbers: [Int], positions: [Int]) {
    #expect(Displacement.longestIncreasing(numbers) == positions)
  }
}
