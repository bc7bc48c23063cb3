import Foundation
import Testing

@testable import momgen

/// The page of a review.
struct DiffPageTests {
  private static func model(_ entities: String) -> String {
    """
    <?xml version="1.0" encoding="UTF-8" standalone="yes"?>
    <model>\(entities)</model>
    """
  }

  private func page(_ old: String, _ new: String) throws -> String {
    let scratch = try Scratch()
    let before = try scratch.write(Self.model(old), to: "Old.xcdatamodel/contents")
    let after = try scratch.write(Self.model(new), to: "New.xcdatamodel/contents")
    let run = Run("diff", "--format", "html", "--fail-on", "never", before, after)
    #expect(run.exitCode == 0, "\(run.errorOutput)")
    return run.output
  }

  private static let old = """
    <entity name="Player" representedClassName="Player"><attribute name="goals" optional="YES" \
    attributeType="Integer 32"/><attribute name="note" optional="YES" attributeType="String"/></entity>
    <entity name="Coach" representedClassName="Coach"><attribute name="name" optional="YES" \
    attributeType="String"/></entity>
    """

  private static let new = """
    <entity name="Player" representedClassName="Player"><attribute name="goals" optional="YES" \
    attributeType="Integer 64"/></entity>
    <entity name="Cup" representedClassName="Cup"><attribute name="year" optional="YES" \
    attributeType="Integer 16"/></entity>
    """

  @Test("The page has all parts of a review, for every database")
  func parts() throws {
    let page = try page(Self.old, Self.new)
    for part in [
      "attribute Player.goals changed", "type: Integer 32 → Integer 64", "entity Cup added",
      "entity Coach removed", "loses data", "<h2 id=\"losses-heading\">Losses</h2>",
      "SQL for sqlite", "SQL for postgresql", "<del>", "<ins>", "goals",
      // The diagram: added, changed, and removed parts.
      "class=\"border added-border\"", "class=\"border changed-border\"",
      "class=\"border removed-border\"", "<rect class=\"removed\"", "<rect class=\"changed\"",
    ] {
      #expect(page.contains(part), "\(part)")
    }
  }

  @Test("The page loads nothing from other hosts, and runs no script")
  func isWhole() throws {
    let page = try page(Self.old, Self.new)
    for word in ["<script", "src=", "url(", "@import", "<link", "<iframe", "javascript:"] {
      let isThere = page.contains(word)
      #expect(!isThere, "\(word)")
    }
    #expect(page.contains("default-src &#39;none&#39;"))
    let ids = page.matches(of: #/ id="([^"]*)"/#).map { String($0.1) }
    #expect(Set(ids).count == ids.count)
    for target in page.matches(of: /href="#([^"]*)"/) { #expect(ids.contains(String(target.1))) }
  }

  @Test("Markup in names is text")
  func hostileNames() throws {
    let name = "&lt;script&gt;alert(1)&lt;/script&gt;&quot;&apos;"
    let hostile = """
      <entity name="\(name)" representedClassName="Hostile"><attribute name="\(name)" optional="YES" \
      attributeType="String"/></entity>
      """
    for (old, new) in [(Self.old, hostile), (hostile, Self.new)] {
      let page = try page(old, new)
      #expect(!page.contains("<script"))
      #expect(page.contains("&lt;script&gt;"))
    }
  }

  @Test("The page of a model with 200 entities, all changed, has at most two megabytes")
  func size() throws {
    func entities(_ type: String) -> String {
      (0..<200).map { number in
        let attributes = (0..<12).map { attribute in
          "<attribute name=\"attribute\(attribute)\" optional=\"YES\" attributeType=\"\(type)\"/>"
        }.joined()
        return
          "<entity name=\"Entity\(number)\" representedClassName=\"Entity\(number)\">\(attributes)"
          + "<relationship name=\"next\" optional=\"YES\" maxCount=\"1\" deletionRule=\"Nullify\" "
          + "destinationEntity=\"Entity\((number + 1) % 200)\"/></entity>"
      }.joined()
    }
    let page = try page(entities("Integer 32"), entities("String"))
    print("a page of 200 changed entities: \(page.utf8.count) bytes")
    #expect(page.utf8.count <= 2_000_000)
  }
}
