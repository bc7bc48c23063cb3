import ManagedModel
import ModelFiles

@testable import SQLSchema

/// Models in a few words, for tests.
enum ModelText {
  /// The model whose entities are written as in a file.
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
