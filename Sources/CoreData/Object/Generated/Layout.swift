extension GeneratedCode1 {
  /// What a row's class says of itself: the properties in the order of their indices.
  ///
  /// The runtime compares it with the entity that is to use the row. A row generated from another version
  /// of the model does not fit, and is not used.
  public struct Layout {
    /// The name of the entity the row was generated for.
    let entity: String

    /// All properties, inherited ones first.
    let properties: [Property]

    /// Key paths of inherited properties as the entity's own class has them: `\Player.name` is not equal to
    /// `\Person.name`.
    let inheritedKeyPaths: [AnyKeyPath]

    /// The layout of an entity with the properties of its parent's row and its own.
    ///
    /// The inherited key paths are in the order of the parent's properties.
    public init(
      entity: String,
      parent: Layout? = nil,
      properties: [Property],
      inherited: [AnyKeyPath] = []
    ) {
      self.entity = entity
      self.properties = (parent?.properties ?? []) + properties
      inheritedKeyPaths = inherited
    }

    /// The names of the properties by the key paths that lead to them.
    var names: [AnyKeyPath: String] {
      var names: [AnyKeyPath: String] = [:]
      for property in properties {
        if let keyPath = property.keyPath { names[keyPath] = property.name }
      }
      for (keyPath, property) in zip(inheritedKeyPaths, properties) {
        names[keyPath] = property.name
      }
      return names
    }

    /// A property of a row.
    public struct Property {
      let name: String
      let kind: Kind
      let keyPath: AnyKeyPath?

      /// A property with the name it has in the model, and the key path it has in Swift.
      public init(_ name: String, _ kind: Kind, _ keyPath: AnyKeyPath? = nil) {
        self.name = name
        self.kind = kind
        self.keyPath = keyPath
      }
    }

    /// What kind of field a property has.
    public enum Kind: Sendable {
      /// An attribute whose field has this type.
      case boolean, integer16, integer32, integer64, double, float, decimal, string, date, binary
      /// An attribute whose field has this type.
      case uuid, uri, objectID
      /// An attribute in a box.
      case transformable, composite, undefined
      /// A relationship; a to-many one has no field.
      case toOne, toMany, orderedToMany
      /// A fetched property, which has no field.
      case fetched
    }
  }
}
