import Foundation
import ManagedModel
import ModelFiles
import PostgreSQLDriver
import PostgreSQLServer
import PropertyLists
import SQLDriver
import SQLSchema
import StoreMigration
import Testing

/// A store of the sample model League in PostgreSQL, with a team and two players.
final class ServerSampleStore {
  let schema = "s" + UUID().uuidString.lowercased()

  var url: String { PostgreSQLServer.url(schema: schema).absoluteString }

  private let connection: PostgreSQLConnection

  /// Creates a store of a version of League.
  init(version: String = "League") throws {
    connection = try PostgreSQLServer.connect()
    let loaded = ModelLoader().load(SampleStore.league, version: version).loaded
    let model = StoredModel(try #require(loaded).model)
    try connection.execute("CREATE SCHEMA \"\(schema)\"; SET search_path = \"\(schema)\"")
    for statement in PostgreSQLSchema(ResolvedModel(model.value)).statements {
      try connection.execute(statement.text)
    }
    try connection.execute(
      """
      CREATE TABLE coredata_transaction (id uuid PRIMARY KEY, number bigint);
      CREATE TABLE coredata_change (transaction_id uuid, entity integer, properties bytea);
      CREATE TABLE coredata_counter (name text PRIMARY KEY, last bigint);
      CREATE TABLE coredata_model (number integer PRIMARY KEY, contents bytea);
      INSERT INTO team (object_id, name, uniform_color) VALUES (1, 'Crew', 'Blue');
      INSERT INTO player (object_id, team_id, email, first_name, last_name)
        VALUES (1, 1, 'a@example.com', 'Ann', 'Ace'), (2, NULL, 'b@example.com', 'Bob', 'Bee');
      UPDATE coredata_entity SET last_key = 2
      """
    )
    try connection.run(
      "INSERT INTO coredata_metadata (version, uuid, contents) VALUES (1, $1, $2)",
      .text("6F0A4A0E-9A3C-4D43-A9C5-9C4A1D1E8B11"),
      .blob(PropertyList.dictionary(PropertyListDictionary(model.identity.entries)).binary())
    )
    try connection.run(
      "INSERT INTO coredata_model (number, contents) VALUES (1, $1)",
      .blob(model.archive())
    )
  }

  deinit { try? connection.execute("DROP SCHEMA \"\(schema)\" CASCADE") }

  func execute(_ sql: String) throws { try connection.execute(sql) }

  func value(_ sql: String) throws -> SQLValue { try connection.value(sql) }

  /// A text without parts that differ in each run.
  func plain(_ text: String) -> String {
    text.replacing(url, with: "URL").replacing(schema, with: "SCHEMA")
  }
}
