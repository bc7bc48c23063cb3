import Foundation

extension NSManagedObjectContext {
  /// The results of a fetched property.
  ///
  /// Its predicate may use `$FETCH_SOURCE`, which is the object, and `$FETCHED_PROPERTY`, which is the
  /// description of the property. A request that cannot be executed has no results.
  final func results(of object: NSManagedObject, at index: Int) -> [NSManagedObject] {
    guard let property = object.shape.properties[index] as? NSFetchedPropertyDescription,
      let template = property.fetchRequest
    else { return [] }
    let request = NSFetchRequest<NSManagedObject>(copying: template)
    request.resultType = .managedObjectResultType
    request.predicate = template.predicate?.withSubstitutionVariables([
      "FETCH_SOURCE": object, "FETCHED_PROPERTY": property,
    ])
    do {
      return try fetch(request)
    } catch {
      let message = "CoreData: the fetched property \(property.name): \(error)\n"
      FileHandle.standardError.write(Data(message.utf8))
      return []
    }
  }
}

extension NSPropertyDescription: KeyValueCoding {
  /// What predicates of fetched properties use of `$FETCHED_PROPERTY`.
  func value(forKey key: String) -> Any? {
    switch key {
    case "name": name
    case "userInfo": userInfo
    case "entity": entity
    case "optional", "isOptional": isOptional
    case "transient", "isTransient": isTransient
    case "renamingIdentifier": renamingIdentifier
    case "versionHashModifier": versionHashModifier
    default: nil
    }
  }
}

extension NSEntityDescription: KeyValueCoding {
  /// What predicates use of an object's `entity`.
  func value(forKey key: String) -> Any? {
    switch key {
    case "name": name
    case "managedObjectClassName": managedObjectClassName
    case "userInfo": userInfo
    case "superentity": superentity
    case "abstract", "isAbstract": isAbstract
    default: nil
    }
  }
}

extension NSManagedObject {
  /// Lets fetched properties be fetched anew when they are needed.
  final func forgetFetchedProperties() {
    guard related != nil else { return }
    for index in shape.slots.indices where shape.slots[index].kind == .fetched {
      setRelatedSlot(.unresolved, at: index)
    }
  }
}
