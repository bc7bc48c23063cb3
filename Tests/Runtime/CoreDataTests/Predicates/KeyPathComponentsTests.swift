import Foundation
import Testing

@testable import CoreData

/// Tests of the components of key paths, which the standard library does not expose.
@Suite("Components of key paths") struct KeyPathComponentsTests {
  private class Node {
    final var number = 1
    final var next: Node?
    final var computed: Int {
      get { number }
      set { number = newValue }
    }
    final var text: String { "\(number)" }
    var overridable: Int { number }
    subscript(index: Int) -> Node? { index == 0 ? self : next }
  }

  private final class Leaf: Node {
    override var overridable: Int { 2 }
  }

  private struct Pair {
    var first = Node()
    var second: Node?
  }

  /// Tests that the self-test, which the names of key paths depend on, finds the known layout.
  @Test func layoutIsKnown() {
    #expect(KeyPathComponents.problem == nil)
  }

  @Test("One component for a property, wherever the key path was written")
  func properties() throws {
    func generic<N: Node>(_: N.Type) -> [AnyKeyPath] {
      [\N.number, \N.next, \N.computed, \N.text, \N.overridable]
    }
    let written: [AnyKeyPath] = [
      \Leaf.number, \Leaf.next, \Leaf.computed, \Leaf.text, \Node.overridable,
    ]
    let properties = try written.map { try #require(KeyPathComponents($0)?.property) }
    #expect(Set(properties).count == written.count)
    for (path, property) in zip(generic(Node.self), properties) {
      #expect(KeyPathComponents(path)?.property == property)
    }
    for (path, property) in zip(generic(Leaf.self), properties).dropLast() {
      #expect(KeyPathComponents(path)?.property == property)
    }
  }

  @Test("Chains are the components of their steps, with marks between them")
  func chains() throws {
    func steps(_ keyPath: AnyKeyPath) throws -> [KeyPathComponents.Component] {
      try #require(KeyPathComponents(keyPath)).components
    }
    let next = try steps(\Node.next)
    let text = try steps(\Node.text)
    let optional = [KeyPathComponents.Component.optional]
    #expect(try steps(\Node.next?.text) == next + optional + text + optional)
    #expect(try steps(\Leaf.next!.text) == next + optional + text)
    #expect(
      try steps(\Node.next?.next?.text) == next + optional + next + optional + text + optional
    )
    #expect(try steps((\Node.next!).appending(path: \.text)) == next + optional + text)
    #expect(try steps(\Pair.first.text).last == text.last)
    #expect(try steps(\Pair.second?.text).count == 4)
    #expect(try steps(\Node.self).isEmpty)
  }

  @Test("Subscripts with captured arguments are single components, and what follows is read")
  func subscripts() throws {
    let text = try #require(KeyPathComponents(\Node.text)).components
    let index = Int.random(in: 0...1)
    let chain = try #require(KeyPathComponents(\Node[index]?.text)).components
    #expect(chain.count == 4 && Array(chain[2...2]) == text)
    let keys = try #require(KeyPathComponents(\[String: String].["a"]?.count)).components
    #expect(keys.count == 4)
  }
}
