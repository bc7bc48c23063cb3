import CorpusFiles
import Foundation
import Testing

@testable import CodeGeneration

struct TemplateTypesTests {
  /// A template that reads an unlisted type would write nothing in its place.
  @Test(arguments: ["portable", "stack"])
  func everyTypeOfTheTemplatesIsKnown(set: String) throws {
    let folder = Corpus.package.appending(path: "Templates/\(set)")
    let files = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
    var names: Set<String> = []
    for case let file as URL in try #require(files) where file.pathExtension == "stencil" {
      let text = try String(contentsOf: file, encoding: .utf8)
      for match in text.matches(of: /\bt\.([A-Z]\w*)/) { names.insert(String(match.1)) }
    }
    #expect(names.count > 10)
    #expect(names.filter { KnownTypes.modules[$0] == nil } == [])
  }
}
