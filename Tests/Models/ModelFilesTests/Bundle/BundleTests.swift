import Diagnostics
import Foundation
import ManagedModel
import ModelFiles
import TemporaryFolders
import Testing

/// The version of a bundle that is loaded, in every state of a bundle.
struct BundleTests {
  private static func model(_ entity: String) -> String {
    "<model><entity name=\"\(entity)\"/></model>"
  }

  private static func current(_ name: String) -> String {
    """
    <?xml version="1.0" encoding="UTF-8"?>
    <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
    <plist version="1.0"><dict><key>_XCCurrentVersionName</key><string>\(name)</string></dict></plist>
    """
  }

  /// Loads a bundle of the given files, and returns the names of the version and of its only entity,
  /// or the first diagnostic.
  private func load(
    _ files: [String: String],
    _ path: String = "M.xcdatamodeld",
    version: String? = nil
  ) throws -> String {
    let folder = try TemporaryFolder()
    for (name, text) in files { try folder.write(text, to: name) }
    let outcome = ModelLoader().load(folder.path(path), version: version)
    if let loaded = outcome.loaded {
      return "\(loaded.version.name): \(loaded.model.entities.map(\.name).joined(separator: ","))"
    }
    let diagnostic = outcome.diagnostics[0]
    let place = diagnostic.place.description.dropFirst(folder.path("").count)
    return "\(place): [\(diagnostic.rule)] \(diagnostic.message)"
  }

  @Test func oneVersionNeedsNoHelp() throws {
    let files = ["M.xcdatamodeld/Other.xcdatamodel/contents": Self.model("A")]
    #expect(try load(files) == "Other: A")
  }

  @Test func theCurrentVersionIsRead() throws {
    let files = [
      "M.xcdatamodeld/M.xcdatamodel/contents": Self.model("A"),
      "M.xcdatamodeld/M 2.0.xcdatamodel/contents": Self.model("B"),
      "M.xcdatamodeld/.xccurrentversion": Self.current("M 2.0.xcdatamodel"),
      "M.xcdatamodeld/EntityColors.json": "{}",
    ]
    #expect(try load(files) == "M 2.0: B")
    #expect(try load(files, version: "M") == "M: A")
    #expect(try load(files, version: "M.xcdatamodel") == "M: A")
    #expect(
      try load(files, version: "N")
        == "M.xcdatamodeld: [missing-version] there is no version 'N'"
    )
  }

  @Test(arguments: [nil, "<plist version=\"1.0\"><dict/></plist>"])
  func severalVersionsAndNoneCurrent(currentFile: String?) throws {
    var files = [
      "M.xcdatamodeld/M.xcdatamodel/contents": Self.model("A"),
      "M.xcdatamodeld/M 2.xcdatamodel/contents": Self.model("B"),
    ]
    files["M.xcdatamodeld/.xccurrentversion"] = currentFile
    #expect(
      try load(files) == "M.xcdatamodeld: [ambiguous-version] the bundle has 2 versions and does "
        + "not name the current one"
    )
    #expect(try load(files, version: "M 2") == "M 2: B")
  }

  @Test func aConvertedFileNamesTheCurrentVersion() throws {
    let folder = try TemporaryFolder()
    try folder.write(Self.model("A"), to: "M.xcdatamodeld/M.xcdatamodel/contents")
    try folder.write(Self.model("B"), to: "M.xcdatamodeld/M 2.xcdatamodel/contents")
    let path = try folder.write("", to: "M.xcdatamodeld/.xccurrentversion")
    let list: [String: String] = ["_XCCurrentVersionName": "M 2.xcdatamodel"]
    try PropertyListSerialization.data(fromPropertyList: list, format: .binary, options: 0)
      .write(to: URL(filePath: path))
    #expect(ModelLoader().load(folder.path("M.xcdatamodeld")).loaded?.version.name == "M 2")
  }

  @Test func aBrokenFileDoesNotMatterToASingleVersion() throws {
    let folder = try TemporaryFolder()
    try folder.write(Self.model("A"), to: "M.xcdatamodeld/M.xcdatamodel/contents")
    try folder.write("<plist>", to: "M.xcdatamodeld/.xccurrentversion")
    let outcome = ModelLoader().load(folder.path("M.xcdatamodeld"))
    #expect(outcome.loaded?.version.name == "M")
    #expect(outcome.diagnostics.map(\.rule) == ["ambiguous-version"])
    #expect(outcome.diagnostics.map(\.severity) == [.warning])
  }

  @Test func versionsThatDifferInCaseOnly() throws {
    let folder = try TemporaryFolder()
    try folder.write(Self.model("A"), to: "M.xcdatamodeld/M.xcdatamodel/contents")
    try folder.write(Self.model("A"), to: "M.xcdatamodeld/m.xcdatamodel/contents")
    try folder.write(Self.current("m.xcdatamodel"), to: "M.xcdatamodeld/.xccurrentversion")
    let outcome = ModelLoader().load(folder.path("M.xcdatamodeld"))
    #expect(outcome.loaded?.version.name == "m")
    #expect(outcome.diagnostics.map(\.rule) == ["duplicate-name"])
  }

  @Test func theCurrentVersionIsMissing() throws {
    let files = [
      "M.xcdatamodeld/M.xcdatamodel/contents": Self.model("A"),
      "M.xcdatamodeld/.xccurrentversion": Self.current("Gone.xcdatamodel"),
    ]
    #expect(
      try load(files) == "M.xcdatamodeld/.xccurrentversion: [missing-version] the current version "
        + "'Gone' is not in the bundle"
    )
    #expect(try load(files, version: "M") == "M: A")
  }

  @Test func aBrokenCurrentVersionFile() throws {
    var files = [
      "M.xcdatamodeld/M.xcdatamodel/contents": Self.model("A"),
      "M.xcdatamodeld/.xccurrentversion": "<plist",
    ]
    #expect(try load(files) == "M: A")
    files["M.xcdatamodeld/M 2.xcdatamodel/contents"] = Self.model("B")
    #expect(try load(files).contains("[ambiguous-version] the current version is not known"))
  }

  @Test func noVersions() throws {
    #expect(
      try load(["M.xcdatamodeld/readme.txt": ""])
        == "M.xcdatamodeld: [no-versions] the bundle has no version of its model"
    )
  }

  @Test func legacyVersions() throws {
    let legacy = [
      "M.xcdatamodeld/Old.xcdatamodel/elements": "bplist00",
      "M.xcdatamodeld/Old.xcdatamodel/layout": "bplist00",
    ]
    #expect(try load(legacy).contains("[legacy-format] the version 'Old' is in the binary form"))

    let mixed = legacy.merging([
      "M.xcdatamodeld/New.xcdatamodel/contents": Self.model("A"),
      "M.xcdatamodeld/.xccurrentversion": Self.current("New.xcdatamodel"),
    ]) { first, _ in first }
    #expect(try load(mixed) == "New: A")

    let folder = try TemporaryFolder()
    for (name, text) in mixed { try folder.write(text, to: name) }
    let diagnostics = ModelLoader().load(folder.path("M.xcdatamodeld")).diagnostics
    #expect(diagnostics.map(\.rule) == ["unreadable-version"])
    #expect(diagnostics.map(\.severity) == [.note])
  }

  @Test func aVersionWithoutContents() throws {
    #expect(
      try load(["M.xcdatamodeld/M.xcdatamodel/layout-old": ""]).hasSuffix(
        "[unreadable-file] the version 'M' has no 'contents' file"
      )
    )
  }

  @Test func bareModelsAndFiles() throws {
    let files = ["dir/Bar.xcdatamodel/contents": Self.model("A")]
    #expect(try load(files, "dir/Bar.xcdatamodel") == "Bar: A")
    #expect(try load(files, "dir/Bar.xcdatamodel/") == "Bar: A")
    #expect(try load(files, "dir/Bar.xcdatamodel/contents") == "Bar: A")
    #expect(try load(["x/model.xml": Self.model("A")], "x/model.xml") == "model: A")
    #expect(
      try load(files, "dir") == "dir: [unreadable-file] the folder is not a model"
    )
  }

  @Test func versionsAreInNaturalOrder() {
    let names = ["M 10", "M", "M 2", "M 1.10", "M 1.9", "m", "M 02", "Ä"]
    #expect(
      names.sorted { $0.precedesNaturally($1) }
        == ["M", "M 1.9", "M 1.10", "M 02", "M 2", "M 10", "m", "Ä"]
    )
  }
}
