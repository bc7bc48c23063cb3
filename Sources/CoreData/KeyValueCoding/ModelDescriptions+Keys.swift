import Foundation

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
