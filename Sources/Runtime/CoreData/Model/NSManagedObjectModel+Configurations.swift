import Foundation
import ManagedModel

extension NSManagedObjectModel {
  /// The name of the configuration of all entities.
  static let defaultConfigurationName = "PF_DEFAULT_CONFIGURATION_NAME"

  /// The names of all configurations, also of that of all entities.
  public var configurations: [String] {
    (configurationMembers.keys + [Self.defaultConfigurationName]).sortedByCodePoint()
  }

  /// The entities of a configuration, all entities for nil, and nil for a name that there is not.
  public func entities(forConfigurationName configuration: String?) -> [NSEntityDescription]? {
    guard let configuration, configuration != Self.defaultConfigurationName else {
      return storedEntities
    }
    if let members = configurationMembers[configuration] { return members }
    // Xcode calls the configuration of all entities so.
    return configuration == "Default" ? storedEntities : nil
  }

  /// Makes entities of the model a configuration.
  public func setEntities(
    _ entities: [NSEntityDescription],
    forConfigurationName configuration: String
  ) {
    requireMutable()
    guard configuration != Self.defaultConfigurationName else { return }
    for entity in entities where entity.model !== self {
      preconditionFailure(
        "Can't add the entity '\(entity.name ?? "")' of another model to a configuration."
      )
    }
    configurationMembers[configuration] = entities
  }
}
