import Diagnostics
import Testing

@testable import CodeGeneration

/// The reasons why no file is generated for a model.
struct ModelWithoutFilesTests {
  private static let withClass =
    #"{name: "x", template: "t", each: "entity", file: "{{ entity.name }}", when: "entity.codeGenerationType != 'manual'"}"#

  @Test(arguments: [
    ("", "it has no entities"),
    (#"<entity name="A"/>"#, "its only entity has no class of its own"),
    (
      #"<entity name="A"/><entity name="B" representedClassName="NSManagedObject"/>"#,
      "its 2 entities have no class of their own"
    ),
    (
      #"<entity name="A" representedClassName="A"/>"#,
      "its only entity has the code generation 'Manual/None'"
    ),
    (
      #"<entity name="A"/><entity name="B" representedClassName="B"/>"#
        + #"<entity name="C" representedClassName="C" codeGenerationType="class"><userInfo>"#
        + #"<entry key="momgen.ignore" value="YES"/></userInfo></entity>"#,
      "of its 3 entities, 1 has no class of its own, 1 has 'momgen.ignore' in user info, "
        + "1 has the code generation 'Manual/None'"
    ),
  ])
  func reasons(model: String, reason: String) throws {
    let planning = try Planning(Self.withClass, models: ["M": model])
    #expect(planning.paths.isEmpty)
    #expect(
      planning.messages == [
        "M.xcdatamodeld: the template set 'set' generates no file for the model: \(reason)"
      ]
    )
    #expect(planning.outcome.diagnostics.map(\.severity) == [.note])
  }

  @Test func aConfigurationWithoutEntities() throws {
    let planning = try Planning(
      Self.withClass,
      models: ["M": #"<entity name="A"/><configuration name="C"/>"#],
      configuration: "C"
    )
    #expect(planning.messages.first?.hasSuffix("its configuration 'C' has no entities") == true)
  }

  /// Each of several models is explained separately, and one with files is not mentioned.
  @Test func oneOfSeveralModels() throws {
    let planning = try Planning(
      #"{name: "x", template: "t", each: "entity", file: "{{ entity.name }}"}"#,
      models: ["M": Planning.twoEntities, "N": #"<entity name="C"/>"#]
    )
    #expect(planning.paths == ["A", "B"])
    #expect(planning.outcome.diagnostics.map(\.place.path) == ["N.xcdatamodeld"])
  }

  @Test(arguments: [
    #"{name: "x", template: "t", each: "model", file: "{{ model.name }}"}"#,
    #"{name: "x", template: "t", each: "all", file: "all"}"#,
  ])
  func outputsForTheWholeModelAreFiles(outputs: String) throws {
    #expect(try Planning(outputs, models: ["M": "", "N": ""]).messages.isEmpty)
    #expect(try Planning(outputs, models: ["M": ""]).messages.isEmpty)
  }
}
