import ManagedModel
import ModelFiles
import TemplateEngine
import Testing

@testable import CodeGeneration

struct FetchRequestObjectTests {
  private static let switches = [
    "includePropertyValues", "includesPendingChanges", "includeSubentities",
    "returnsObjectsAsFaults", "returnDistinctResults",
  ]

  /// The flags as a template shows them.
  private static func shown(_ attributes: String, _ request: String) throws -> String {
    let reading = ContentsReader.read(
      Array(
        """
        <model><entity name="E" representedClassName="E"><fetchedProperty name="p">\
        <fetchRequest name="fetchedPropertyFetchRequest" entity="E" \(attributes)/>\
        </fetchedProperty></entity><fetchRequest name="R" entity="E" \(attributes)/></model>
        """.utf8
      )
    )
    let model = try #require(reading.model)
    let context = ContextModel(ResolvedModel(model), name: "M", version: "M")
    let shown = switches.map { "{{ \(request).\($0) }}" }.joined(separator: " ")
    let template = try Template(source: "{% for model in models %}\(shown){% endfor %}", path: "t")
    return try template.render(GenerationContext([context]).value)
  }

  private static let requests = [
    "model.fetchRequests.E.0", "model.entities.E.fetchedProperties.0.fetchRequest",
  ]

  /// Options that the file omits have the defaults of a request.
  @Test(arguments: [
    ("", "true true true true false"),
    (
      #"includeSubentities="YES" returnObjectsAsFaults="YES" returnDistinctResults="YES""#,
      "true true true true true"
    ),
    (
      #"includePropertyValues="NO" includesPendingChanges="NO" includeSubentities="NO""#
        + #" returnObjectsAsFaults="NO" returnDistinctResults="NO""#,
      "false false false false false"
    ),
  ]) func absentSwitchesAreOn(attributes: String, expected: String) throws {
    for request in Self.requests {
      #expect(try Self.shown(attributes, request) == expected)
    }
  }
}
