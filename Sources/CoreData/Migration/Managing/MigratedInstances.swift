import Foundation

/// Which new objects were made of which old ones, mapping by mapping.
struct MigratedInstances {
  private struct Pairs {
    var sources: [NSManagedObject] = []
    var destinations: [NSManagedObject] = []
    var destinationsBySource: [ObjectIdentifier: [NSManagedObject]] = [:]
    var sourcesByDestination: [ObjectIdentifier: [NSManagedObject]] = [:]
  }

  private var pairsByMapping: [String: Pairs] = [:]

  /// What was made of each object, whatever the mapping.
  private var destinationsBySource: [ObjectIdentifier: [NSManagedObject]] = [:]

  mutating func add(_ source: NSManagedObject, _ destination: NSManagedObject, _ mapping: String) {
    var pairs = pairsByMapping.removeValue(forKey: mapping) ?? Pairs()
    pairs.sources.append(source)
    pairs.destinations.append(destination)
    pairs.destinationsBySource[ObjectIdentifier(source), default: []].append(destination)
    pairs.sourcesByDestination[ObjectIdentifier(destination), default: []].append(source)
    pairsByMapping[mapping] = pairs
    destinationsBySource[ObjectIdentifier(source), default: []].append(destination)
  }

  /// What was made of objects by any mapping, in their order.
  func destinations(of sources: [NSManagedObject]) -> [NSManagedObject] {
    sources.flatMap { destinationsBySource[ObjectIdentifier($0)] ?? [] }
  }

  /// What was made of objects, in their order; of all objects if none are given.
  func destinations(of sources: [NSManagedObject]?, in mapping: String) -> [NSManagedObject] {
    guard let pairs = pairsByMapping[mapping] else { return [] }
    guard let sources else { return pairs.destinations }
    return sources.flatMap { pairs.destinationsBySource[ObjectIdentifier($0)] ?? [] }
  }

  /// What objects were made of, in their order; all such objects if none are given.
  func sources(of destinations: [NSManagedObject]?, in mapping: String) -> [NSManagedObject] {
    guard let pairs = pairsByMapping[mapping] else { return [] }
    guard let destinations else { return pairs.sources }
    return destinations.flatMap { pairs.sourcesByDestination[ObjectIdentifier($0)] ?? [] }
  }
}
