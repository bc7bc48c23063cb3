import ManagedModel
import ModelComparison
import ModelFiles
import SQLSchema
import Testing

@testable import ModelReview

/// The changes that are reported for one edit of a small model.
struct ModelDiffTests {
  private static let team = """
    <entity name="Team"><attribute name="name" attributeType="String"/>
    <relationship name="players" optional="YES" toMany="YES" deletionRule="Cascade" \
    destinationEntity="Player" inverseName="team" inverseEntity="Player"/></entity>
    """

  private static let player = """
    <entity name="Player"><attribute name="isoCode" optional="YES" attributeType="String"/>
    <attribute name="number" optional="YES" attributeType="Integer 32"/>
    <relationship name="team" optional="YES" maxCount="1" deletionRule="Nullify" \
    destinationEntity="Team" inverseName="players" inverseEntity="Team"/></entity>
    """

  private static let original = team + player

  private func resolved(_ text: String) throws -> ResolvedModel {
    let reading = ContentsReader.read(Array("<model>\(text)</model>".utf8))
    return ResolvedModel(try #require(reading.model))
  }

  private func difference(_ edits: [(String, String)]) throws -> ModelDiff {
    var text = Self.original
    for (part, replacement) in edits {
      #expect(text.contains(part))
      text = text.split(separator: part, omittingEmptySubsequences: false)
        .joined(separator: replacement)
    }
    return ModelDiff(from: try resolved(Self.original), to: try resolved(text))
  }

  /// An edit, and the reported changes.
  struct Case: Sendable, CustomTestStringConvertible {
    var edits: [(String, String)]
    var changes: [String]
    var testDescription: String { changes.joined(separator: "; ") }

    init(_ edits: [(String, String)], _ changes: String...) {
      self.edits = edits
      self.changes = changes
    }
  }

  static let cases: [Case] = [
    Case([]),
    Case(
      [
        (
          #"optional="YES" attributeType="Integer 32""#,
          #"optional="YES" attributeType="Integer 64""#
        )
      ],
      "lightweight attribute Player.number changed: type Integer 32 → Integer 64"
    ),
    Case(
      [(#"name="number" optional="YES""#, #"name="number""#)],
      "mapping attribute Player.number changed: optional yes → no"
    ),
    Case(
      [(#"name="number" optional="YES""#, #"name="number" defaultValueString="0""#)],
      "lightweight attribute Player.number changed: optional yes → no, default value – → 0"
    ),
    Case(
      [(#"name="number""#, #"name="shirt" elementID="number""#)],
      "lightweight attribute Player.shirt renamed Player.number"
    ),
    Case(
      [(#"name="isoCode""#, #"name="isoCode_""#)],
      "data-loss attribute Player.isoCode removed",
      "lightweight attribute Player.isoCode_ added"
    ),
    Case(
      [(#"toMany="YES""#, #"maxCount="1""#)],
      "data-loss relationship Team.players changed: to many yes → no"
    ),
    Case(
      [(#"deletionRule="Cascade""#, #"deletionRule="Deny""#)],
      "compatible relationship Team.players changed: delete rule Cascade → Deny"
    ),
    Case(
      [(#"toMany="YES""#, #"toMany="YES" ordered="YES""#)],
      "lightweight relationship Team.players changed: ordered no → yes"
    ),
    Case(
      [(#"<entity name="Team">"#, #"<entity name="Team" representedClassName="Club">"#)],
      "compatible entity Team changed: class – → Club"
    ),
    Case(
      [
        (#"entity name="Team""#, #"entity name="Club" elementID="Team""#),
        (#"Entity="Team""#, #"Entity="Club""#),
      ],
      "lightweight entity Club renamed Team"
    ),
    Case(
      [
        (
          #"<attribute name="name" attributeType="String"/>"#,
          #"<attribute name="name" attributeType="String"/><attribute name="city" attributeType="String"/>"#
        )
      ],
      "mapping attribute Team.city added"
    ),
  ]

  @Test(arguments: cases)
  func oneEdit(_ edit: Case) throws {
    let diff = try difference(edit.edits)
    let found = diff.changes.map { change in
      let fields = change.fields.map { "\($0.name) \($0.old ?? "–") → \($0.new ?? "–")" }
      let origin = change.action.origin.map { " \($0)" } ?? ""
      let list = fields.isEmpty ? "" : ": " + fields.joined(separator: ", ")
      return "\(change.consequence.rawValue) \(change.element.kind.rawValue) "
        + "\(change.element.name) \(change.action.word)\(origin)\(list)"
    }
    #expect(found == edit.changes)
    #expect(diff.hasSameHashes == (diff.consequence == .compatible))
  }

  @Test func aRenameWithoutIdentifierIsSuspected() throws {
    let diff = try difference([(#"name="isoCode""#, #"name="isoCode_""#)])
    let rename = try #require(diff.likelyRenames.first)
    #expect(diff.likelyRenames.count == 1)
    #expect(rename.oldTitle == "Player.isoCode")
    #expect(rename.newTitle == "Player.isoCode_")
    let removed = try #require(diff.changes.first { $0.action == .removed })
    #expect(removed.advice == ["if it is a rename, set elementID=\"isoCode\" on Player.isoCode_"])
    let settled = ModelDiff(
      from: diff.old,
      to: ResolvedModel(rename.applied(to: diff.new.model))
    )
    #expect(settled.changes.map(\.action) == [.renamed(from: "Player.isoCode")])
    #expect(settled.likelyRenames.isEmpty)
  }

  /// Renames chain: the first name leads from any version to any later one.
  @Test(arguments: [#"elementID="number""#, #"elementID="shirt""#])
  func aChainOfRenames(identifier: String) throws {
    let first = try resolved(Self.original)
    let second = try resolved(
      Self.original.replacing(#"name="number""#, with: #"name="shirt" elementID="number""#)
    )
    let third = try resolved(
      Self.original.replacing(#"name="number""#, with: #"name="jersey" \#(identifier)"#)
    )
    #expect(
      ModelDiff(from: second, to: third).changes.map(\.action)
        == [.renamed(from: "Player.shirt")]
    )
    if identifier.contains("number") {
      #expect(
        ModelDiff(from: first, to: third).changes.map(\.action)
          == [.renamed(from: "Player.number")]
      )
    }
  }

  @Test func anEditedVersionBreaksStores() throws {
    let before = try resolved(Self.original)
    let edited = try resolved(Self.original.replacing(#"name="number""#, with: #"name="no""#))
    func breaks(_ now: [(name: String, model: ResolvedModel)]) -> [ShippedVersionBreak] {
      ShippedVersions.breaks(
        from: [ReviewedVersion("One", before)],
        to: now.map { ReviewedVersion($0.name, $0.model) }
      )
    }
    #expect(breaks([("One", before), ("Two", edited)]).isEmpty)
    #expect(breaks([("Renamed", before)]).isEmpty)
    #expect(breaks([("One", edited)]).map(\.kind) == [.edited(entities: ["Player"])])
    #expect(breaks([("Two", edited)]).map(\.kind) == [.removed])
  }
}

struct NameSimilarityTests {
  @Test(arguments: [
    ("isoCode", "isoCode_", true), ("paxcounterUpdateInterval", "updateInterval", true),
    ("colour", "color", true), ("name", "age", false), ("a", "b", false), ("id", "email", false),
    ("createdAt", "creationDate", true), ("", "", false), ("title", "subtitle", true),
    ("minValue", "maxValue", false), ("homeAddress", "workAddress", false),
    ("numberOfFlagella", "numberOfFlippers", false), ("desc", "bookDescription", true),
    ("searchHistory", "searchHistories", true), ("userName", "userNickname", true),
    ("class", "classes", true), ("colourName", "colorName", true),
  ])
  func pairs(left: String, right: String, isAlike: Bool) {
    #expect((NameSimilarity.between(left, right) >= 0.6) == isAlike)
    #expect(NameSimilarity.between(left, right) == NameSimilarity.between(right, left))
  }

  @Test func endlessNamesTakeNoTime() {
    let name = String(repeating: "n", count: 1_000_000)
    #expect(NameSimilarity.between(name, name + "m") == 0)
  }
}
