import ManagedModel
import PropertyLists

extension CompiledModelWriter {
  /// Adds a fetch request, whose label begins all messages about it.
  mutating func add(
    _ request: FetchRequestTemplate,
    label: String
  ) throws(CompiledModelError) -> KeyedArchiveBuilder.Reference {
    let reference = builder.add(CompiledClasses.fetchRequest)
    let entity = request.entityName.flatMap { resolved.index(ofEntity: $0) }.map { entities[$0] }
    builder.set("NSEntity", of: reference, to: entity.map { .back($0) } ?? .null)
    let predicate = try addPredicate(request.predicateText, label: label)
    set("NSPredicate", of: reference, to: predicate)
    for key in FetchRequestKey.alwaysEmpty { builder.set(key, of: reference, to: .null) }
    set("NSFetchLimit", of: reference, to: request.fetchLimit ?? 0)
    set("NSFetchOffset", of: reference, to: 0)
    set("NSBatchSize", of: reference, to: request.fetchBatchSize ?? 0)
    let resultType = request.resultType ?? .managedObject
    set("NSResultType", of: reference, to: resultType.rawValue)
    set("NSAllocationType", of: reference, to: 0)
    set("NSHasFetchRequestFlags", of: reference, to: true)
    let flags = FetchRequestFlags.standard(for: resultType)
      .union(request.returnsDistinctResults ? .returnsDistinctResults : [])
    set("NSFetchRequestFlags", of: reference, to: flags.rawValue)
    return reference
  }
}
