import Foundation
import PredicateFormat

/// The contents of the file of a mapping model.
struct MappingFile {
  /// The way in which the objects of each entity are treated, in the order in which that happens.
  var entities: [MappedEntity] = []

  /// The old version of the model, as far as the file knows it.
  var source: ModelOutline?

  /// The new version of the model, as far as the file knows it.
  var destination: ModelOutline?
}

/// The way in which the objects of an entity become those of an entity of another version.
struct MappedEntity {
  /// An entity of one of the two versions.
  struct End {
    var name: String

    /// The version hash; only compiled files have it.
    var hash: Data?
  }

  /// The old objects that are meant.
  enum Objects {
    /// Those for which a predicate holds, or all.
    case matching(String?)

    /// Those that an expression yields.
    case expression(ExpressionNode)
  }

  var name: String?
  var type = NSEntityMappingType.undefinedEntityMappingType
  var source: End?
  var destination: End?
  var objects = Objects.matching(nil)
  var attributes: [MappedProperty] = []
  var relationships: [MappedProperty] = []
  var policyClass: String?
  var userInfo: [AnyHashable: Any] = [:]
}

/// The way in which a property of a new object gets its value.
struct MappedProperty {
  enum Value {
    case expression(ExpressionNode)

    /// As the attribute of the same name of the old object, if there is one.
    case sameName

    /// By the new objects for what a path of the old object leads to: by default the relationship of the same
    /// name; those of one mapping if it is named.
    case counterparts(path: ExpressionNode?, mapping: String?)

    /// Not by the mapping.
    case none
  }

  var name: String
  var value: Value
  var userInfo: [AnyHashable: Any] = [:]
}

/// The reason why a file is not that of a mapping model.
struct MappingFileError: Error {
  /// One sentence without a final full stop.
  let reason: String

  init(_ reason: String) {
    self.reason = reason
  }
}
