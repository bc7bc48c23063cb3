import Foundation

extension NSManagedObjectContext {
  /// The results of a fetched property, for one of its objects.
  ///
  /// A request that cannot be made finds nothing, as a getter cannot throw.
  final func results(of object: NSManagedObject, at index: Int) -> [NSManagedObject] {
    guard let property = object.shape.properties[index] as? NSFetchedPropertyDescription,
      let written = property.fetchRequest
    else { return [] }
    let request = NSFetchRequest<NSManagedObject>(copying: written)
    // The value of a fetched property is objects, whatever the request says.
    request.resultType = .managedObjectResultType
    request.predicate = written.predicate?.withSubstitutionVariables([
      "FETCH_SOURCE": object, "FETCHED_PROPERTY": property,
    ])
    return (try? fetch(request)) ?? []
  }
}
