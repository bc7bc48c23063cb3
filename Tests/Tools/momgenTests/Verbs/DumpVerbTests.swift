import CorpusFiles
import Diagnostics
import Foundation
import JSON
import ManagedModel
import ModelFiles
import Testing

@testable import momgen

struct DumpVerbTests {
  @Test(arguments: SampleModel.names)
  func dumpGolden(name: String) throws {
    let run = Run("dump", SampleModel.path(name))
    #expect(run.exitCode == 0)
    try Golden.expect(run.output, equals: "dump/\(name).json")
  }

  @Test func compactIsTheSameDocumentOnOneLine() throws {
    let pretty = Run("dump", SampleModel.path("Everything")).output
    let compact = Run("dump", "--compact", SampleModel.path("Everything")).output
    #expect(compact.filter { $0 == "\n" }.count == 1)
    let both = try [pretty, compact].map {
      try JSONSerialization.jsonObject(with: Data($0.utf8)) as? NSDictionary
    }
    #expect(both[0] == both[1])
  }

  @Test func schemaDescribesTheSampleModels() throws {
    for name in SampleModel.names {
      let outcome = ModelLoader().load(SampleModel.path(name))
      let loaded = try #require(outcome.loaded)
      #expect(SchemaCheck.flaws(of: ModelDump(loaded).document, by: DumpSchema.document) == [])
    }
  }

  @Test(.enabled(if: Corpus.isAvailable()))
  func schemaDescribesEveryRealModel() throws {
    for file in Corpus.contents {
      let outcome = ModelLoader().load(file.path)
      let loaded = try #require(outcome.loaded)
      #expect(SchemaCheck.flaws(of: ModelDump(loaded).document, by: DumpSchema.document) == [])
    }
  }

  @Test func aModelWithErrorsIsDumpedAndReported() throws {
    let scratch = try Scratch()
    let path = try scratch.write(
      "<model><entity name=\"A\" parentEntity=\"B\"/></model>",
      to: "contents"
    )
    let run = Run("dump", path)
    #expect(run.exitCode == 3)
    #expect(run.output.contains("\"parent\": \"B\""))
    #expect(run.errorOutput.contains("[unknown-parent]"))
  }

  @Test func contextIsThatOfTemplates() throws {
    let run = Run("dump", "--context", SampleModel.path("League"))
    #expect(run.exitCode == 0)
    let document = try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? NSDictionary
    let models = try #require(document?["models"] as? [NSDictionary])
    #expect(models.map { $0["name"] as? String } == ["League"])
    let compact = Run("dump", "--context", "--compact", SampleModel.path("League")).output
    #expect(try JSONSerialization.jsonObject(with: Data(compact.utf8)) as? NSDictionary == document)
  }

  @Test func contextHasTheChangedNames() throws {
    let scratch = try Scratch()
    let path = try scratch.write(
      """
      <model>
        <entity name="A" representedClassName="A">
          <attribute name="hash" attributeType="String"/>
        </entity>
      </model>
      """,
      to: "contents"
    )
    let run = Run("dump", "--context", path)
    #expect(run.exitCode == 0)
    #expect(run.output.contains("\"swiftName\": \"hash_\""))
    #expect(
      run.errorOutput.contains(
        ":3:22: warning: the attribute 'hash' of 'A' has the name of a member of every managed "
          + "object; generated code says 'hash_'"
      ),
      "\(run.errorOutput)"
    )
  }

  @Test func writesToAFile() throws {
    let scratch = try Scratch()
    let run = Run("dump", SampleModel.path("League"), "--output", scratch.path("out.json"))
    #expect(run.output.isEmpty)
    #expect(try scratch.read("out.json") == Run("dump", SampleModel.path("League")).output)
    let failed = Run("dump", SampleModel.path("League"), "-o", scratch.path("no/such/folder.json"))
    #expect(failed.exitCode == 2)
    #expect(failed.errorOutput.contains("[unwritable-file]"))
  }
}

/// The subset of JSON Schema that the schema of the dump uses.
enum SchemaCheck {
  static func flaws(of value: JSONValue, by schema: JSONValue, at path: String = "$") -> [String] {
    if case .array(let choices)? = schema["anyOf"] {
      let results = choices.map { flaws(of: value, by: $0, at: path) }
      return results.contains([]) ? [] : results.flatMap { $0 }
    }
    if case .array(let words)? = schema["enum"] {
      return words.contains(value) ? [] : ["\(path) is none of the words"]
    }
    let types: [JSONValue] =
      switch schema["type"] {
      case .array(let list)?: list
      case let type?: [type]
      case nil: []
      }
    guard types.contains(where: { value.hasType($0) }) else { return ["\(path) has a wrong type"] }
    switch value {
    case .array(let items):
      guard let itemSchema = schema["items"] else { return ["\(path) may have no items"] }
      return items.enumerated().flatMap {
        flaws(of: $0.element, by: itemSchema, at: "\(path)[\($0.offset)]")
      }
    case .object(let members):
      guard case .object(let properties)? = schema["properties"] else {
        return ["\(path) may have no members"]
      }
      let given = members.map(\.name)
      let known = properties.map(\.name)
      guard given == known else { return ["\(path) has \(given), not \(known)"] }
      return zip(members, properties).flatMap {
        flaws(of: $0.value, by: $1.value, at: "\(path).\($0.name)")
      }
    default: return []
    }
  }
}

extension JSONValue {
  fileprivate subscript(name: String) -> JSONValue? {
    guard case .object(let members) = self else { return nil }
    return members.first { $0.name == name }?.value
  }

  fileprivate func hasType(_ type: JSONValue) -> Bool {
    switch (self, type) {
    case (.null, "null"), (.bool, "boolean"), (.integer, "integer"), (.integer, "number"),
      (.number, "number"), (.string, "string"), (.array, "array"), (.object, "object"):
      true
    default: false
    }
  }
}
