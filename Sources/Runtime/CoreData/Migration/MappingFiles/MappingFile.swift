import Foundation
import PredicateFormat

/// The contents of the file of a mapping model.
struct MappingFile {
  /// The mappings of the entities, in the order of their execution.
  var entities: [MappedEntity] = []

  /// The old version of the model, if the file describes it.
  var source: ModelOutline?

  /// The new version of the model, if the file describes it.
  var destination: ModelOutline?
}

/// The mapping of the objects of an entity to an entity of another version.
struct MappedEntity {
  /// An entity of one of the two versions.
  struct End {
    var name: String

    /// The version hash; only compiled files have it.
    var hash: Data?
  }

  /// The selection of the old objects.
  enum Objects {
    /// Those that match a predicate, or all.
    case matching(String?)

    /// Those in the result of an expression.
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

/// The mapping of a property of a new object.
struct MappedProperty {
  enum Value {
    case expression(ExpressionNode)

    /// The attribute of the same name of the old object, if there is one.
    case sameName

    /// The new objects for the destinations of a path of the old object, by default the relationship of the same
    /// name; only those of one mapping if it is given.
    case counterparts(path: ExpressionNode?, mapping: String?)

    /// None by the mapping.
    case none
  }

  var name: String
  var value: Value
  var userInfo: [AnyHashable: Any] = [:]
}

/// The reason why a file is not a valid mapping model.
struct MappingFileError: Error {
  /// One sentence without a final full stop.
  let reason: String

  init(_ reason: String) {
    self.reason = reason
  }
}
