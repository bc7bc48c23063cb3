import CorpusFiles
import Diagnostics
import Foundation
import TemplateEngine
import Testing

@testable import CodeGeneration

/// The sets in the program are those in `Templates/`.
struct BundledFileTests {
  /// If this fails, run `make templates`.
  @Test func bundledFilesAreThoseOnDisk() throws {
    let folder = Corpus.package.appending(path: "Templates")
    let walker = try #require(
      FileManager.default.enumerator(at: folder, includingPropertiesForKeys: [.isRegularFileKey])
    )
    let onDisk = try walker.compactMap { $0 as? URL }
      .filter { try $0.resourceValues(forKeys: [.isRegularFileKey]).isRegularFile == true }
      .map { String($0.path.dropFirst(folder.path.count + 1)) }
      .filter { $0.contains("/") && !$0.contains("/.") }
    let bundled = BundledFile.all.map { "\($0.set)/\($0.path)" }
    #expect(Set(bundled) == Set(onDisk))
    #expect(bundled == bundled.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) })
    for file in BundledFile.all {
      let url = folder.appending(path: "\(file.set)/\(file.path)")
      #expect(try file.text == String(contentsOf: url, encoding: .utf8))
    }
  }

  /// Checks of the shipped template sets.
  @Test func bundledSetsCanBeRead() {
    let library = TemplateLibrary(programVersion: "999")
    for name in library.bundledNames {
      let finding = library.set(TemplateReference(name))
      #expect(finding.diagnostics.isEmpty)
      #expect(finding.set?.name == name)
      #expect(finding.set?.origin == .bundled)
    }
  }

  @Test func aBundledSetIsReadLikeOneOnDisk() throws {
    let library = TemplateLibrary(
      programVersion: "1",
      bundled: [
        BundledFile(set: "a", path: "parts/x.stencil", text: "é"),
        BundledFile(
          set: "a",
          path: "set.json",
          text: """
            {summary: "An a", outputs: [
              {name: "x", template: "parts/x.stencil", each: "all", file: "x"}]}
            """
        ),
        BundledFile(set: "b", path: "set.json", text: "{summary: 'b', outputs: [], nonsense: 1}"),
        BundledFile(set: "c", path: "c.stencil", text: ""),
      ]
    )
    #expect(library.bundledNames == ["a", "b", "c"])
    let set = try #require(library.set(TemplateReference("a")).set)
    #expect(set.outputs.map(\.name) == ["x"])
    #expect(try set.loader.source(of: "parts/x.stencil").text == "é")
    #expect(try set.loader.source(of: "parts/x.stencil").path == "a/parts/x.stencil")
    #expect(library.set(TemplateReference("b")).set == nil)
    #expect(library.set(TemplateReference("b")).diagnostics.first?.place.path == "b/set.json")
    #expect(!library.set(TemplateReference("c")).diagnostics.isEmpty)
    let unknown = library.set(TemplateReference("nonsense")).diagnostics
    #expect(unknown.map(\.message) == ["there is no template set 'nonsense'"])
  }
}
