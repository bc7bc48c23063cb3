import ManagedModel
import ModelFiles

@testable import SQLSchema

/// Shorthand for models in tests.
enum ModelText {
  /// A model with entities in the syntax of a model file.
  static func model(_ entities: String) throws -> ResolvedModel {
    let text = """
      <?xml version="1.0" encoding="UTF-8" standalone="yes"?>
      <model type="com.apple.IDECoreDataModeler.DataModel" documentVersion="1.0">\(entities)</model>
      """
    guard let model = ContentsReader.read(Array(text.utf8)).model else { throw Malformed() }
    return ResolvedModel(model)
  }

  static func schema(
    _ entities: String,
    _ profile: PostgreSQLProfile = .standard
  ) throws -> PostgreSQLSchema {
    PostgreSQLSchema(try model(entities), options: PostgreSQLSchemaOptions(profile: profile))
  }

  struct Malformed: Error {}
}
