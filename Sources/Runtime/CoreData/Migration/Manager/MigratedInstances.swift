import Foundation

/// The association of old and new objects, by mapping.
struct MigratedInstances {
  private struct Pairs {
    var sources: [NSManagedObject] = []
    var destinations: [NSManagedObject] = []
    var destinationsBySource: [ObjectIdentifier: [NSManagedObject]] = [:]
    var sourcesByDestination: [ObjectIdentifier: [NSManagedObject]] = [:]
  }

  private var pairsByMapping: [String: Pairs] = [:]

  /// The destination objects of each source object, for all mappings.
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

  /// Returns the destination objects of source objects for all mappings, in their order.
  func destinations(of sources: [NSManagedObject]) -> [NSManagedObject] {
    sources.flatMap { destinationsBySource[ObjectIdentifier($0)] ?? [] }
  }

  /// Returns the destination objects of source objects, in their order; of all if none are given.
  func destinations(of sources: [NSManagedObject]?, in mapping: String) -> [NSManagedObject] {
    guard let pairs = pairsByMapping[mapping] else { return [] }
    guard let sources else { return pairs.destinations }
    return sources.flatMap { pairs.destinationsBySource[ObjectIdentifier($0)] ?? [] }
  }

  /// Returns the source objects of destination objects, in their order; all if none are given.
  func sources(of destinations: [NSManagedObject]?, in mapping: String) -> [NSManagedObject] {
    guard let pairs = pairsByMapping[mapping] else { return [] }
    guard let destinations else { return pairs.sources }
    return destinations.flatMap { pairs.sourcesByDestination[ObjectIdentifier($0)] ?? [] }
  }
}
