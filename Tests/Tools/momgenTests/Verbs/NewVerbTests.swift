import Foundation
import Testing

@testable import momgen

struct NewVerbTests {
  @Test func anEmptyModel() throws {
    let scratch = try Scratch()
    let path = scratch.path("Sources/App/My League & Co.xcdatamodeld")
    let run = Run("new", path + "/")
    #expect(run.exitCode == 0, "\(run.errorOutput)")
    #expect(run.output.hasPrefix("\(path): made\n"))
    #expect(
      try scratch.read(
        "Sources/App/My League & Co.xcdatamodeld/My League & Co.xcdatamodel/contents"
      ) == """
        <?xml version="1.0" encoding="UTF-8" standalone="yes"?>
        <model type="com.apple.IDECoreDataModeler.DataModel" documentVersion="1.0" lastSavedToolsVersion="1" \
        systemVersion="11A491" minimumToolsVersion="Automatic" sourceLanguage="Swift" \
        userDefinedModelVersionIdentifier=""/>
        """
    )
    let versions = Run("versions", path)
    #expect(
      versions.output.hasPrefix("* My League & Co  "),
      "\(versions.output)\(versions.errorOutput)"
    )
    #expect(versions.errorOutput.isEmpty)
    #expect(Run("validate", path).exitCode == 0)
    #expect(Run("format", "--check", path).exitCode == 0)
    let rest = try FileManager.default.contentsOfDirectory(atPath: scratch.path("Sources/App"))
    #expect(rest == ["My League & Co.xcdatamodeld"])
  }

  @Test("Existing files are never changed", arguments: ["file", "folder", "link", "bundle"])
  func existing(kind: String) throws {
    let scratch = try Scratch()
    let path = scratch.path("League.xcdatamodeld")
    switch kind {
    case "file": try scratch.write("mine", to: "League.xcdatamodeld")
    case "folder":
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    case "link":
      try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: "nowhere")
    default: #expect(Run("new", path).exitCode == 0)
    }
    let before = try FileManager.default.subpathsOfDirectory(atPath: scratch.folder.path).sorted()
    let run = Run("new", path)
    #expect(run.exitCode == 2)
    #expect(run.errorOutput.contains("a file or a folder already exists"), "\(run.errorOutput)")
    let after = try FileManager.default.subpathsOfDirectory(atPath: scratch.folder.path).sorted()
    #expect(after == before)
  }

  @Test(arguments: [
    ("League", "the name of a model ends in .xcdatamodeld"),
    ("League.xcdatamodel", "the name of a model ends in .xcdatamodeld"),
    (".xcdatamodeld", "the name of a model ends in .xcdatamodeld"),
    ("..xcdatamodeld", "a model cannot have this name"),
    ("a\u{1}b.xcdatamodeld", "a model cannot have this name"),
    ("/dev/null/League.xcdatamodeld", "cannot"),
    ("-", "the name of a model ends in .xcdatamodeld"),
  ])
  func badNames(path: String, message: String) throws {
    let scratch = try Scratch()
    let run = Run("new", path.hasPrefix("/") || path == "-" ? path : scratch.path(path))
    #expect(run.exitCode == 2)
    #expect(run.errorOutput.contains(message), "\(run.errorOutput)")
    #expect(try FileManager.default.contentsOfDirectory(atPath: scratch.folder.path).isEmpty)
  }
}
