import Foundation
import Testing

@testable import momgen

/// Real merges by git with momgen as its driver: a clean merge is a model, and conflicts are marked so
/// that `momgen validate` detects them.
@Suite(.enabled(if: Program.isAvailable()))
struct MergeConflictTests {
  /// Two edits of one model, and git's result.
  struct Case: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var ours: String
    var theirs: String

    /// The attributes of the merged file; of a conflict, those on both sides of the markers.
    var has: [String]
    var hasNot: [String] = []

    /// The report about a conflict; nil if there is none.
    var conflict: String?
  }

  private static let base = """
    <?xml version="1.0" encoding="UTF-8" standalone="yes"?>
    <model type="com.apple.IDECoreDataModeler.DataModel" documentVersion="1.0">
        <entity name="Player" representedClassName="Player">
            <attribute name="name" optional="YES" attributeType="String"/>
            <attribute name="number" optional="YES" attributeType="Integer 16"/>
            <userInfo>
                <entry key="a" value="1"/>
            </userInfo>
        </entity>
        <entity name="Team" representedClassName="Team">
            <attribute name="name" optional="YES" attributeType="String"/>
        </entity>
        <elements>
            <element name="Player" positionX="1" positionY="1" width="128" height="75"/>
            <element name="Team" positionX="200" positionY="1" width="128" height="75"/>
        </elements>
    </model>
    """ + "\n"

  private static func edit(_ edits: (String, String)...) -> String {
    edits.reduce(base) { text, edit in
      assert(text.contains(edit.0), edit.0)
      return text.replacing(edit.0, with: edit.1)
    }
  }

  private static let number =
    #"<attribute name="number" optional="YES" attributeType="Integer 16"/>"#
  private static let team = #"<entity name="Team" representedClassName="Team">"#

  private static func club(_ attribute: String) -> String {
    #"<entity name="Club"><attribute name="\#(attribute)" optional="YES" attributeType="String"/></entity>"#
  }

  static let cases: [Case] = [
    Case(
      testDescription: "two renames of one attribute",
      ours: edit(
        (
          number,
          #"<attribute name="shirt" elementID="number" optional="YES" attributeType="Integer 16"/>"#
        )
      ),
      theirs: edit(
        (
          number,
          #"<attribute name="jersey" elementID="number" optional="YES" attributeType="Integer 16"/>"#
        )
      ),
      has: [#"name="shirt""#, #"name="jersey""#, "<<<<<<< ours"],
      hasNot: [#"name="number""#],
      conflict: "name is shirt in ours and jersey in theirs"
    ),
    Case(
      testDescription: "one rename on both sides",
      ours: edit(
        (
          number,
          #"<attribute name="shirt" elementID="number" optional="YES" attributeType="Integer 16"/>"#
        )
      ),
      theirs: edit(
        (
          number,
          #"<attribute name="shirt" elementID="number" optional="YES" attributeType="Integer 16" defaultValueString="0"/>"#
        )
      ),
      has: [#"name="shirt""#, #"defaultValueString="0""#]
    ),
    Case(
      testDescription: "a rename and an edit",
      ours: edit(
        (
          number,
          #"<attribute name="shirt" elementID="number" optional="YES" attributeType="Integer 16"/>"#
        )
      ),
      theirs: edit((number, number.replacing("Integer 16", with: "Integer 64"))),
      has: [#"name="shirt""#, "Integer 64"],
      hasNot: [#"name="number""#]
    ),
    Case(
      testDescription: "two renames of one entity",
      ours: edit((team, #"<entity name="Club" elementID="Team" representedClassName="Team">"#)),
      theirs: edit((team, #"<entity name="Side" elementID="Team" representedClassName="Team">"#)),
      has: [#"name="Club""#, #"name="Side""#, "<<<<<<< ours"],
      conflict: "entity Club: name is Club in ours and Side in theirs"
    ),
    Case(
      testDescription: "removed here and changed there",
      ours: edit((number, "")),
      theirs: edit((number, number.replacing("Integer 16", with: "Integer 64"))),
      has: ["<<<<<<< ours", "Integer 64", "======="],
      conflict: "theirs changed it, and ours removed it"
    ),
    Case(
      testDescription: "removed here and left there",
      ours: edit((number, "")),
      theirs: edit(
        (
          #"name="name" optional="YES" attributeType="String""#,
          #"name="name" attributeType="String" defaultValueString="x""#
        )
      ),
      has: [#"defaultValueString="x""#],
      hasNot: [#"name="number""#]
    ),
    Case(
      testDescription: "one new entity, the same on both sides",
      ours: edit((team, club("a") + team)),
      theirs: edit((team, club("a") + team)),
      has: [#"name="Club""#]
    ),
    Case(
      testDescription: "one new entity with different parts",
      ours: edit((team, club("a") + team)),
      theirs: edit((team, club("b") + team)),
      has: [#"name="a""#, #"name="b""#]
    ),
    Case(
      testDescription: "one new attribute with different types",
      ours: edit((number, number + #"<attribute name="x" optional="YES" attributeType="Date"/>"#)),
      theirs: edit(
        (
          number,
          number
            + #"<attribute name="x" optional="YES" attributeType="UUID" usesScalarValueType="NO"/>"#
        )
      ),
      has: ["Date", "UUID", "<<<<<<< ours"],
      conflict: "attribute Player.x: type is Date in ours and UUID in theirs"
    ),
    Case(
      testDescription: "boxes of the diagram",
      ours: edit(
        (#"<element name="Player" positionX="1""#, #"<element name="Player" positionX="5""#)
      ),
      theirs: edit(
        (#"<element name="Team" positionX="200""#, #"<element name="Team" positionX="300""#)
      ),
      has: [#"name="Player" positionX="5""#, #"name="Team" positionX="300""#]
    ),
    Case(
      testDescription: "one box in two places is nobody's quarrel",
      ours: edit(
        (#"<element name="Player" positionX="1""#, #"<element name="Player" positionX="5""#)
      ),
      theirs: edit(
        (#"<element name="Player" positionX="1""#, #"<element name="Player" positionX="9""#)
      ),
      has: [#"name="Player" positionX="5""#]
    ),
    Case(
      testDescription: "user info by its keys",
      ours: edit(
        (#"<entry key="a" value="1"/>"#, #"<entry key="a" value="1"/><entry key="b" value="2"/>"#)
      ),
      theirs: edit((#"<entry key="a" value="1"/>"#, #"<entry key="a" value="3"/>"#)),
      has: [#"<entry key="a" value="3"/>"#, #"<entry key="b" value="2"/>"#]
    ),
    Case(
      testDescription: "one key of user info with two values",
      ours: edit((#"<entry key="a" value="1"/>"#, #"<entry key="a" value="2"/>"#)),
      theirs: edit((#"<entry key="a" value="1"/>"#, #"<entry key="a" value="3"/>"#)),
      has: [#"value="2""#, #"value="3""#, "<<<<<<< ours"],
      conflict: "user info a of entity Player"
    ),
    Case(
      testDescription: "two hash modifiers",
      ours: edit((number, number.replacing("/>", with: #" versionHashModifier="1"/>"#))),
      theirs: edit((number, number.replacing("/>", with: #" versionHashModifier="2"/>"#))),
      has: [#"versionHashModifier="1""#, #"versionHashModifier="2""#, "<<<<<<< ours"],
      conflict: "hash modifier is 1 in ours and 2 in theirs"
    ),
    Case(
      testDescription: "a hash modifier and another edit",
      ours: edit((number, number.replacing("/>", with: #" versionHashModifier="1"/>"#))),
      theirs: edit((number, number.replacing("/>", with: #" defaultValueString="7"/>"#))),
      has: [#"versionHashModifier="1""#, #"defaultValueString="7""#]
    ),
    Case(
      testDescription: "what fits together and is no good",
      ours: edit(
        (
          #"    <entity name="Team" representedClassName="Team">"# + "\n"
            + #"        <attribute name="name" optional="YES" attributeType="String"/>"#
            + "\n    </entity>\n", ""
        )
      ),
      theirs: edit(
        (
          number,
          number
            + #"<relationship name="team" optional="YES" maxCount="1" destinationEntity="Team"/>"#
        )
      ),
      has: [#"destinationEntity="Team""#],
      hasNot: [#"<entity name="Team""#],
      conflict: "the edits can be merged, but the result is invalid"
    ),
  ]

  @Test(arguments: cases)
  func git(merges edit: Case) throws {
    let repository = try GitRepository()
    let file = "M.xcdatamodeld/M.xcdatamodel/contents"
    try repository.scratch.write(Self.base, to: file)
    _ = MergeDriverInstallation(folder: repository.scratch.folder.path)
      .run(isDryRun: false, in: .plain)
    try repository.git(
      "config",
      "merge.momgen.driver",
      "'\(Program.path ?? "")' merge --path %P %O %A %B"
    )
    try repository.commit("base")
    try repository.git("checkout", "-q", "-b", "other")
    try repository.scratch.write(edit.theirs, to: file)
    try repository.commit("theirs")
    try repository.git("checkout", "-q", "main")
    try repository.scratch.write(edit.ours, to: file)
    try repository.git("add", "-A")
    try repository.git("commit", "-q", "--allow-empty", "-m", "ours")
    var complaint: String?
    do {
      try repository.git("merge", "-q", "--no-edit", "other")
    } catch let error as GitError {
      complaint = error.reason
    }
    let merged = try repository.scratch.read(file)
    for part in edit.has { #expect(merged.contains(part), "\(part) in \(merged)") }
    for part in edit.hasNot { #expect(!merged.contains(part), "\(merged)") }
    let status = try repository.git("status", "--short")
    let validation = Run("validate", repository.scratch.path("M.xcdatamodeld"))
    guard let conflict = edit.conflict else {
      #expect(complaint == nil && status.isEmpty, "\(complaint ?? ""): \(merged)")
      #expect(!merged.contains("<<<<<<<"))
      #expect(validation.exitCode == 0, "\(validation.errorOutput)")
      // Git does not call the driver for two equal sides.
      if edit.ours != edit.theirs {
        let path = repository.scratch.path("M.xcdatamodeld")
        #expect(Run("format", "--check", path).exitCode == 0)
      }
      return
    }
    #expect(complaint?.contains(conflict) == true, "\(complaint ?? "no complaint")")
    #expect(status == "UU \(file)\n")
    #expect(validation.exitCode != 0)
    guard merged.contains("<<<<<<<") else { return }
    #expect(validation.errorOutput.contains("merge conflict markers"), "\(validation.errorOutput)")
    // Either side alone is a model.
    for side in Side.allCases {
      try repository.scratch.write(side.text(of: merged), to: file)
      let settled = Run("validate", repository.scratch.path("M.xcdatamodeld"))
      #expect(settled.exitCode == 0, "\(settled.errorOutput)")
    }
  }

  /// The side that settles a conflict.
  private enum Side: CaseIterable {
    case ours
    case theirs

    /// The text with this side of all conflicts.
    func text(of merged: String) -> String {
      var kept: [Substring] = []
      var side: Side?
      for line in merged.split(separator: "\n", omittingEmptySubsequences: false) {
        if line.hasPrefix("<<<<<<<") {
          side = .ours
        } else if line.hasPrefix("=======") {
          side = .theirs
        } else if line.hasPrefix(">>>>>>>") {
          side = nil
        } else if side == nil || side == self {
          kept.append(line)
        }
      }
      return kept.joined(separator: "\n")
    }
  }
}
