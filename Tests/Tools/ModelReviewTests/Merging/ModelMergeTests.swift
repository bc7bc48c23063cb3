import ManagedModel
import ModelFiles
import Testing

@testable import ModelReview

/// Merges of small models, written as the properties of one entity.
struct ModelMergeTests {
  private func model(_ body: String) throws -> Model {
    let text = "<model><entity name=\"Player\">\(body)</entity></model>"
    return try #require(ContentsReader.read(Array(text.utf8)).model)
  }

  private func attribute(_ name: String, _ words: String = "attributeType=\"String\"") -> String {
    "<attribute name=\"\(name)\" \(words)/>"
  }

  private func merge(_ base: String, _ ours: String, _ theirs: String) throws -> ModelMerge {
    ModelMerge(base: try model(base), ours: try model(ours), theirs: try model(theirs))
  }

  private func names(_ model: Model) -> [String] {
    model.entities[0].properties.map(\.name)
  }

  @Test func additionsOfBothSidesStandTogether() throws {
    let base = attribute("a") + attribute("m")
    let result = try merge(
      base,
      attribute("a") + attribute("b") + attribute("m"),
      attribute("a") + attribute("c") + attribute("m")
    )
    #expect(result.conflicts.isEmpty)
    #expect(Set(names(result.ours)) == ["a", "b", "c", "m"])
    #expect(result.ours == result.theirs)
  }

  @Test func differentFieldsOfOneAttributeMerge() throws {
    let result = try merge(
      attribute("a"),
      attribute("a", "attributeType=\"String\" optional=\"YES\""),
      attribute("a", "attributeType=\"String\" defaultValueString=\"x\"")
    )
    #expect(result.conflicts.isEmpty)
    let merged = try #require(result.ours.entities[0].attributes.first)
    #expect(merged.isOptional)
    #expect(merged.defaultValueText == "x")
  }

  @Test func oneFieldSetTwiceIsAConflict() throws {
    let result = try merge(
      attribute("a"),
      attribute("a", "attributeType=\"Integer 16\""),
      attribute("a", "attributeType=\"Integer 64\"")
    )
    #expect(result.conflicts.map(\.element) == ["attribute Player.a"])
    #expect(
      result.conflicts.first?.explanation
        == "type is Integer 16 in ours and Integer 64 in theirs"
    )
    #expect(result.ours.entities[0].attributes[0].type == .integer16)
    #expect(result.theirs.entities[0].attributes[0].type == .integer64)
  }

  @Test func removalOnOneSideRemoves() throws {
    let result = try merge(
      attribute("a") + attribute("b"),
      attribute("b"),
      attribute("a") + attribute("b")
    )
    #expect(result.conflicts.isEmpty)
    #expect(names(result.ours) == ["b"])
  }

  @Test func removalAndChangeAreAConflict() throws {
    let result = try merge(attribute("a"), "", attribute("a", "attributeType=\"Date\""))
    #expect(result.conflicts.map(\.explanation) == ["theirs changed it, and ours removed it"])
    #expect(names(result.ours).isEmpty)
    #expect(names(result.theirs) == ["a"])
  }

  @Test func aRenameMeetsAnEdit() throws {
    let result = try merge(
      attribute("a"),
      attribute("renamed", "elementID=\"a\" attributeType=\"String\""),
      attribute("a", "attributeType=\"String\" optional=\"YES\"")
    )
    #expect(result.conflicts.isEmpty)
    #expect(names(result.ours) == ["renamed"])
    #expect(result.ours.entities[0].attributes[0].isOptional)
  }

  @Test func theSameEditTwiceIsOneEdit() throws {
    let edited = attribute("a") + attribute("b", "attributeType=\"Date\"")
    let result = try merge(attribute("a"), edited, edited)
    #expect(result.conflicts.isEmpty)
    #expect(names(result.ours) == ["a", "b"])
  }

  @Test func theNewerXcodeWins() throws {
    func saved(_ version: String) throws -> Model {
      let text = "<model lastSavedToolsVersion=\"\(version)\"></model>"
      return try #require(ContentsReader.read(Array(text.utf8)).model)
    }
    let result = try ModelMerge(base: saved("9000"), ours: saved("9999"), theirs: saved("23788"))
    #expect(result.conflicts.isEmpty)
    #expect(result.ours.header.lastSavedToolsVersion == "23788")
  }
}

struct ConflictTextTests {
  @Test func markersSurroundDifferences() {
    let text = ConflictText(ours: "a\nb\nc", theirs: "a\nB\nc").text
    #expect(text == "a\n<<<<<<< ours\nb\n=======\nB\n>>>>>>> theirs\nc")
  }

  @Test func absentPartsAreEmpty() {
    let text = ConflictText(ours: "a\nc", theirs: "a\nb\nc").text
    #expect(text == "a\n<<<<<<< ours\n=======\nb\n>>>>>>> theirs\nc")
  }

  @Test func nothing() {
    #expect(ConflictText(ours: "a\nb", theirs: "a\nb").text == "a\nb")
  }
}
