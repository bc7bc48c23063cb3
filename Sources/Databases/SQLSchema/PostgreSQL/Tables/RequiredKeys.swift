import ManagedModel

/// The keys of to-one relationships that a row must have.
///
/// With deferred constraints a key may lead to a row that is inserted later, so every mandatory relationship
/// can be required. Without them, objects that need one another could never be inserted: in a cycle of
/// mandatory relationships the first row must be without its key temporarily.
struct RequiredKeys {
  /// The mandatory relationships that are part of a cycle and therefore not required.
  let cyclic: Set<PropertyLocation>

  init(mapping: SchemaMapping, profile: PostgreSQLProfile) {
    guard profile == .distributed else {
      cyclic = []
      return
    }
    var edges: [[(target: Int, location: PropertyLocation)]] =
      mapping.tables.map { _ in [] }
    for (table, content) in mapping.tables.enumerated() {
      for column in content.columns {
        guard case .foreignKey(let location) = column.origin,
          mapping.model.property(at: location).relationship?.isOptional == false,
          let target = mapping.destinationTable(of: location)
        else { continue }
        edges[table].append((target, location))
      }
    }
    let components = Components(edges.map { $0.map(\.target) }).components
    cyclic = Set(
      edges.enumerated().flatMap { table, edges in
        edges.filter { components[$0.target] == components[table] }.map(\.location)
      }
    )
  }
}

extension SchemaMapping {
  /// The table that the key of a relationship leads to.
  func destinationTable(of location: PropertyLocation) -> Int? {
    model.entities[location.entity].ends[location.property].destination
      .map { entities[$0].table }
  }
}

/// The strongly connected components of a graph (Tarjan's algorithm, without recursion: a model may have a chain of
/// thousands of entities).
private struct Components {
  /// For each node the number of its component.
  private(set) var components: [Int]

  private let edges: [[Int]]
  private var order: [Int]
  private var low: [Int]
  private var stack: [Int] = []
  private var isOnStack: [Bool]
  private var count = 0
  private var componentCount = 0

  init(_ edges: [[Int]]) {
    self.edges = edges
    components = Array(repeating: -1, count: edges.count)
    order = components
    low = components
    isOnStack = Array(repeating: false, count: edges.count)
    for node in edges.indices where order[node] < 0 { visit(node) }
  }

  private mutating func visit(_ start: Int) {
    var path: [(node: Int, next: Int)] = []
    enter(start)
    path.append((start, 0))
    while let (node, next) = path.last {
      if next < edges[node].count {
        path[path.count - 1].next += 1
        let target = edges[node][next]
        if order[target] < 0 {
          enter(target)
          path.append((target, 0))
        } else if isOnStack[target] {
          low[node] = min(low[node], order[target])
        }
      } else {
        path.removeLast()
        if let parent = path.last?.node { low[parent] = min(low[parent], low[node]) }
        if low[node] == order[node] { close(node) }
      }
    }
  }

  private mutating func enter(_ node: Int) {
    order[node] = count
    low[node] = count
    count += 1
    stack.append(node)
    isOnStack[node] = true
  }

  private mutating func close(_ node: Int) {
    while let member = stack.popLast() {
      isOnStack[member] = false
      components[member] = componentCount
      if member == node { break }
    }
    componentCount += 1
  }
}
