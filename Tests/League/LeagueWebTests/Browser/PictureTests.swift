import Foundation
import LeagueOperations
import LeagueWeb
import Testing
import WebBrowser

/// Makes the pictures of the documentation: `make pictures`.
@Suite(
  .browser,
  .serialized,
  .enabled(if: ProcessInfo.processInfo.environment["PICTURES"] != nil)
) struct PictureTests {
  /// The pictures: a name, a page, how wide and high, and whether dark.
  static let pictures: [(name: String, path: String, width: Int, height: Int, isDark: Bool)] = [
    ("league-teams", "", 760, 560, false), ("league-teams-dark", "", 760, 560, true),
    ("league-players", "teams/p1", 760, 640, false), ("league-form", "players/p1", 760, 700, true),
    ("league-phone", "teams/p1", 375, 700, false),
  ]

  @Test func theDocumentationHasPictures() async throws {
    let folder = try #require(ProcessInfo.processInfo.environment["PICTURES"])
    let site = try Self.site()
    let window = try await #require(Browser.current).window()
    for picture in Self.pictures {
      try await window.setScreen(
        width: picture.width,
        height: picture.height,
        isDark: picture.isDark
      )
      try await window.open(site.web.address + picture.path)
      try await window.wait(for: "document.querySelector('#live.on')")
      let data = try await window.picture()
      #expect(data.count < 100_000)
      let url = URL(fileURLWithPath: folder).appendingPathComponent("\(picture.name).png")
      try data.write(to: url, options: .atomic)
    }
    try await window.close()
    await site.web.stop()
  }

  private static func site() throws -> TestSite {
    let site = try TestSite()
    try site.add(
      "Crew",
      "Royal Blue",
      players: [
        "Ada Marsh", "Bruno Keita", "Chiara Lund", "Dmitri Osei", "Emre Aydin", "Freya Holm",
      ]
    )
    try site.add("Arrows", "Gold", players: ["Gil Navarro", "Hana Sato"])
    try site.add("Foxes", "Crimson", players: ["Ines Prado"])
    try site.add("Pines", "Dark Green")
    return site
  }
}
