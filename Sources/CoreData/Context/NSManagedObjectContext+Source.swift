import Foundation

extension NSManagedObjectContext {
  /// What the context takes its rows from.
  final var source: (any RowSource)? {
    if let parentContext { return parentContext }
    return generation?.rows ?? coordinator
  }

  /// Fills a fault from the source; an object whose row is gone gets no values.
  final func fillFault(_ object: NSManagedObject) {
    confirmQueue()
    let row = try? source?.row(for: object.reference, of: object.shape)
    if let row { return object.fill(with: row) }
    object.state.insert(.isInaccessible)
    object.row = object.shape.binding.makeRow()
    object.state.insert(.ownsRow)
  }

  /// The objects at the other end of a to-many relationship, as they were saved.
  final func storedObjects(of object: NSManagedObject, at index: Int) -> [NSManagedObject] {
    let references = try? source?.related(to: object.reference, of: object.shape, at: index)
    return references?.compactMap(self.object(for:)) ?? []
  }

  /// The results of a fetched property.
  final func results(of object: NSManagedObject, at index: Int) -> [NSManagedObject] { [] }
}
