import Foundation

/// The rule by which objects belong to the results of a request.
struct ResultsMembership {
  private let context: NSManagedObjectContext
  private let predicate: NSPredicate?
  private let entities: Set<Int>

  /// The request, if only a fetch can determine its results, because it has a limit or an offset.
  private let request: NSFetchRequest<NSManagedObject>?

  /// Creates the rule; nil for requests that do not return objects.
  init?(
    _ request: NSFetchRequest<any NSFetchRequestResult>,
    in context: NSManagedObjectContext
  ) {
    let name = request.entityName ?? ""
    guard request.resultType == .managedObjectResultType,
      let shape = context.rootCoordinator?.shapes.first(where: { $0.name == name })
    else { return nil }
    self.context = context
    predicate = request.predicate
    entities = Set((request.includesSubentities ? shape.subtree : [shape]).map(\.number))
    let isPartial =
      request.fetchLimit > 0 || request.fetchOffset > 0 || request.affectedStores != nil
    self.request = isPartial ? NSFetchRequest<NSManagedObject>(copying: request) : nil
  }

  /// Determines for each changed object whether it belongs to the results now.
  ///
  /// Objects of other entities are ignored.
  func judge(
    _ changed: Set<NSManagedObject>,
    _ results: SectionedResults,
    _ note: (NSManagedObject, Bool) -> Void
  ) {
    let relevant = changed.filter { entities.contains($0.shape.number) }
    guard !relevant.isEmpty else { return }
    guard let request else {
      for object in relevant { note(object, holds(for: object)) }
      return
    }
    // If the fetch fails, the results stay unchanged.
    guard let found = try? context.fetch(request) else { return }
    let members = Set(found)
    for object in members where relevant.contains(object) || results[object] == nil {
      note(object, true)
    }
    for entry in results.allEntries {
      guard let object = entry.value.object as? NSManagedObject, !members.contains(object)
      else { continue }
      note(object, false)
    }
  }

  /// Whether an object in the context matches the entity and the predicate of the request.
  private func holds(for object: NSManagedObject) -> Bool {
    guard object.isRegistered(in: context), !object.isDeleted else { return false }
    // The row of a fault may turn out to be missing.
    object.fireFault()
    guard !object.isDeleted, !object.state.contains(.isInaccessible) else { return false }
    return predicate?.evaluate(with: object) ?? true
  }
}
