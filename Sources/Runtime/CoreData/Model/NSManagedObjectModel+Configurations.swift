import Foundation
import ManagedModel

extension NSManagedObjectModel {
  /// The name of the configuration of all entities.
  static let defaultConfigurationName = "PF_DEFAULT_CONFIGURATION_NAME"

  /// The names of all configurations, including that of all entities.
  public var configurations: [String] {
    (configurationMembers.keys + [Self.defaultConfigurationName]).sortedByCodePoint()
  }

  /// Returns the entities of a configuration: all entities for nil, and nil for an unknown name.
  public func entities(forConfigurationName configuration: String?) -> [NSEntityDescription]? {
    guard let configuration, configuration != Self.defaultConfigurationName else {
      return storedEntities
    }
    if let members = configurationMembers[configuration] { return members }
    // Xcode's name for the configuration of all entities.
    return configuration == "Default" ? storedEntities : nil
  }

  /// Defines a configuration with entities of the model.
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
