import Foundation

extension NSPropertyDescription: KeyValueCoding {
  /// The keys of `$FETCHED_PROPERTY` that predicates of fetched properties use.
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
  /// The keys of an object's `entity` that predicates use.
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
