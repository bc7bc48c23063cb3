import CorpusFiles
import Files
import Foundation
import ManagedModel
import ModelEditing
import ModelFiles
import Testing

/// The difference of two models as edits.
struct EditScriptTests {
  @Test(
    "Edits between versions of real models give the newer file byte for byte",
    .enabled(if: Corpus.isAvailable())
  )
  func corpusVersions() throws {
    var compared = 0
    var edits = 0
    for pair in Self.pairs {
      let target = try #require(ContentsReader.read(pair.new).model)
      // A file that was not written by Xcode has other bytes from the start.
      guard ContentsWriter.write(target) == pair.new else { continue }
      if let reason = Self.ownWords.first(where: { pair.name.contains($0.key) })?.value {
        print("\(pair.name): \(reason)")
        continue
      }
      let old = try #require(ContentsReader.read(pair.old).model)
      let script = try EditScript(from: old, to: target)
      // The edits are applied again from their textual form.
      var model = old
      for line in script.edits.flatMap(\.lines) {
        do {
          try model.apply(line)
        } catch {
          Issue.record("\(pair.name): '\(line)': \(error.message)")
        }
      }
      let written = ContentsWriter.write(model)
      #expect(written == pair.new, "\(pair.name)\n\(Self.firstDifference(written, pair.new))")
      compared += 1
      edits += script.edits.count
    }
    print("\(compared) pairs of versions, \(edits) edits")
    #expect(compared >= 10)
  }

  /// Files whose newer version has the same values in another spelling, which no edit expresses.
  private static let ownWords = [
    "momcTests → momcTests 2": "a predicate has '>' where Xcode writes '&gt;'",
    "Moody.xcdatamodeld: Moody → Moody 2": "one of the files ends in a line break",
  ]

  struct Pair {
    let name: String
    let old: [UInt8]
    let new: [UInt8]
  }

  /// The consecutive versions of each bundle.
  static var pairs: [Pair] {
    Corpus.files(below: "models") { $0.pathExtension == "xcdatamodeld" }.flatMap { bundle in
      let versions = (try? BundleReader().read(bundle.path))?.versions ?? []
      let readable = versions.filter { $0.storage == .contents }
      return zip(readable, readable.dropFirst()).compactMap { old, new -> Pair? in
        guard let before = try? FileReader().bytes(of: old.path),
          let after = try? FileReader().bytes(of: new.path)
        else { return nil }
        return Pair(
          name: "\(Corpus.name(of: bundle)): \(old.name) → \(new.name)",
          old: before,
          new: after
        )
      }
    }
  }

  private static func firstDifference(_ left: [UInt8], _ right: [UInt8]) -> String {
    let lefts = String(decoding: left, as: UTF8.self).split(separator: "\n")
    let rights = String(decoding: right, as: UTF8.self).split(separator: "\n")
    for (left, right) in zip(lefts, rights) where left != right { return "\(left)\n\(right)" }
    return "\(lefts.count) and \(rights.count) lines"
  }

  @Test("A rename is found by its identifier")
  func findsRenames() throws {
    let target = try EditSample.edited(
      "rename entity Player Member --keep-data",
      "rename attribute Member.number shirt --keep-data"
    )
    let script = try EditScript(from: EditSample.model, to: target)
    #expect(
      script.edits.flatMap(\.lines) == [
        "rename entity Player Member --keep-data",
        "rename attribute Member.number shirt --keep-data",
      ]
    )
  }

  @Test("The edits from nothing make the whole model")
  func fromNothing() throws {
    let script = try EditScript(from: Model(), to: EditSample.model)
    var model = Model()
    for line in script.edits.flatMap(\.lines) { try model.apply(line) }
    #expect(ContentsWriter.write(model) == Array(EditSample.text.utf8))
  }
}
