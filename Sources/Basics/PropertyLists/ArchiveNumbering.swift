/// The traversal that assigns numbers to objects.
///
/// Models are long chains of objects, so it uses an explicit stack instead of recursion.
struct ArchiveNumbering {
  private let nodes: [KeyedArchiveBuilder.Node]
  private var numbers: [Int?]
  private var entered: [Bool]
  private var order: [Slot] = [.null]
  private var classNumbers: [ArchivedClass: Int] = [:]
  private var stack: [Visit] = []

  private enum Slot {
    case null
    case node(Int)
    case record(ArchivedClass)
  }

  private struct Visit {
    var node: Int
    var children: [Child]
    var next = 0
  }

  private struct Child {
    var node: Int
    var isHeld: Bool
  }

  init(nodes: [KeyedArchiveBuilder.Node]) {
    self.nodes = nodes
    numbers = Array(repeating: nil, count: nodes.count)
    entered = Array(repeating: false, count: nodes.count)
  }

  mutating func number(_ root: KeyedArchiveBuilder.Reference) {
    enter(root.index)
    walk()
    // Objects without an owner, which are only referred to, are written at the end.
    var position = 0
    while position < order.count {
      if case .node(let node) = order[position], !entered[node] {
        enter(node)
        walk()
      }
      position += 1
    }
  }

  var objects: [PropertyList] {
    order.map { slot in
      switch slot {
      case .null: .string("$null")
      case .record(let record): record.record
      case .node(let node): nodes[node].plain ?? fields(of: nodes[node])
      }
    }
  }

  private mutating func walk() {
    while var visit = stack.popLast() {
      guard visit.next < visit.children.count else {
        numberClass(of: visit.node)
        continue
      }
      let child = visit.children[visit.next]
      visit.next += 1
      stack.append(visit)
      reserve(child.node)
      if child.isHeld && !entered[child.node] { enter(child.node) }
    }
  }

  private mutating func enter(_ node: Int) {
    reserve(node)
    entered[node] = true
    stack.append(Visit(node: node, children: children(of: nodes[node])))
  }

  private mutating func reserve(_ node: Int) {
    guard numbers[node] == nil else { return }
    numbers[node] = order.count
    order.append(.node(node))
  }

  private mutating func numberClass(of node: Int) {
    guard let `class` = nodes[node].class, classNumbers[`class`] == nil else { return }
    classNumbers[`class`] = order.count
    order.append(.record(`class`))
  }

  private func children(of node: KeyedArchiveBuilder.Node) -> [Child] {
    node.fields.flatMap { field -> [Child] in
      switch field.field {
      case .plain, .null: []
      case .object(let reference): [Child(node: reference.index, isHeld: true)]
      case .back(let reference): [Child(node: reference.index, isHeld: false)]
      case .objects(let references): references.map { Child(node: $0.index, isHeld: true) }
      }
    }
  }

  private func fields(of node: KeyedArchiveBuilder.Node) -> PropertyList {
    var entries = node.fields.map { PropertyListDictionary.Entry($0.key, value(of: $0.field)) }
    if let `class` = node.class {
      entries.append(.init("$class", .uid(classNumbers[`class`] ?? 0)))
    }
    return .dictionary(PropertyListDictionary(entries))
  }

  private func value(of field: KeyedArchiveBuilder.Field) -> PropertyList {
    switch field {
    case .plain(let value): value
    case .null: .uid(0)
    case .object(let reference), .back(let reference): uid(reference)
    case .objects(let references): .array(references.map(uid))
    }
  }

  private func uid(_ reference: KeyedArchiveBuilder.Reference) -> PropertyList {
    .uid(numbers[reference.index] ?? 0)
  }
}
