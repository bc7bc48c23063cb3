import CoreData
import Foundation
import Studio
import Testing
import WebBrowser

/// Edits of a store in a real browser.
@Suite(.browser, .serialized) struct StoreEditBrowserTests {
  private func scene(_ path: String) async throws -> (StudioStore, Studio, BrowserWindow) {
    let store = try StudioStore()
    let studio = try Studio(
      model: store.sample.model.path,
      store: store.url.path,
      editing: .afterBackup
    )
    let window = try await #require(Browser.current).window()
    try await window.open(studio.address + path)
    return (store, studio, window)
  }

  private func finish(_ store: StudioStore, _ studio: Studio, _ window: BrowserWindow) async throws
  {
    try await window.close()
    await studio.stop()
    await store.stop()
  }

  @Test func objectsAreMadeChangedRelatedAndSaved() async throws {
    let (store, studio, window) = try await scene("store/entity/Team")
    try await window.click("\(objectForm("add")) button")
    #expect(try await window.shows("h1") { $0 == "new Team" })
    try await window.type("Oslo", "is.city", in: objectForm("set"))
    try await window.send(objectForm("set"))
    #expect(try await window.shows("#attributes + table td") { $0 == "Oslo" })
    let link = objectForm("link", relationship: "players")
    try await window.type("Player 2", "other", in: link)
    try await window.send(link)
    #expect(try await window.shows("ul.parts li") { $0.hasPrefix("Player 2") })
    // A mistake is shown at its field, and disappears when it is corrected.
    try await window.open(studio.address + "store/object/Player/p3")
    try await window.type("many", "is.number", in: objectForm("set"))
    try await window.type("Eve", "is.name", in: objectForm("set"))
    try await window.send(objectForm("set"))
    #expect(try await window.shows("#problem-number") { $0.contains("is not a whole number") })
    let describes =
      "document.querySelector('[name=\"is.number\"]').getAttribute('aria-describedby')"
    #expect(try await window.run("return \(describes)") as? String == "problem-number")
    try await window.type("9", "is.number", in: objectForm("set"))
    try await window.send(objectForm("set"))
    #expect(try await window.shows("h1") { $0 == "Player 3: Eve" })
    // Undo and redo, then the unsaved edits.
    try await window.click("header [aria-label^=Undo]")
    #expect(try await window.shows("h1") { $0 == "Player 3: Player 2" })
    try await window.click("header [aria-label^=Redo]")
    #expect(try await window.shows("h1") { $0 == "Player 3: Eve" })
    try await window.open(studio.address + "store/changes")
    #expect(try await window.shows("#updated + ul") { $0.contains("number: 2 → 9") })
    try await window.click("header form[action$='/store/save'] button")
    #expect(try await window.shows("main code") { $0.hasSuffix("Club-backup.sqlite") })
    #expect(try await store.get("store/entity/Team").contains("<td>Oslo</td>"))
    // A deletion is discarded.
    try await window.open(studio.address + "store/object/Player/p3")
    try await window.click("\(objectForm("delete")) button")
    #expect(try await window.shows("caption") { $0.hasPrefix("59 objects") })
    try await window.open(studio.address + "store/changes")
    try await window.click("form[action$='/discard'] button")
    #expect(try await window.shows("main") { $0.contains("Everything is saved.") })
    try await finish(store, studio, window)
  }

  @Test func aFileBecomesTheBytesOfAnAttribute() async throws {
    let (store, studio, window) = try await scene("store/object/Player/p5")
    try await window.wait(for: "!document.querySelector('label.file').hidden")
    _ = try await window.run(
      """
      const input = document.querySelector("input[data-bytes]");
      const data = new DataTransfer();
      data.items.add(new File([new Uint8Array([1, 2, 3])], "a.bin"));
      input.files = data.files;
      input.dispatchEvent(new Event("change"));
      """
    )
    try await window.wait(for: "document.querySelector('[name=\"is.photo\"]').value === 'AQID'")
    try await window.send(objectForm("set"))
    #expect(try await window.shows("#attributes + table") { $0.contains("3 bytes") })
    try await finish(store, studio, window)
  }

  @Test func aConflictIsShownAndSettled() async throws {
    let (store, studio, window) = try await scene("store/object/Team/p1")
    try await window.type("Mine", "is.city", in: objectForm("set"))
    try await window.send(objectForm("set"))
    #expect(try await window.shows("h1") { $0 == "Team 1" })
    try StudioStore.withContext(of: store.sample, at: store.url) { context in
      let teams = try context.fetch(NSFetchRequest<NSManagedObject>(entityName: "Team"))
      for team in teams { team.setValue("Theirs", forKey: "city") }
      try context.save()
    }
    try await window.click("header form[action$='/store/save'] button")
    #expect(try await window.shows("[role=alert]") { $0.hasPrefix("Nothing was saved") })
    #expect(
      try await window.shows("#conflicts ~ div table tbody") {
        $0.contains("Rome") && $0.contains("Theirs")
      }
    )
    #expect(try await window.faintTexts() == [])
    try await window.click("form:has([name=conflicts][value=mine]) button")
    #expect(try await window.shows("main") { $0.contains("Everything is saved.") })
    #expect(try await store.get("store/entity/Team").contains("<td>Mine</td>"))
    try await finish(store, studio, window)
  }

  private static let pages = [
    "store", "store/entity/Player", "store/object/Player/p1", "store/object/Team/p1",
    "store/changes",
  ]

  @Test func pagesWithFormsHaveNamesAndContrastAtEveryWidth() async throws {
    let (store, studio, window) = try await scene("store/object/Player/p1")
    try await window.type("Eve", "is.name", in: objectForm("set"))
    try await window.send(objectForm("set"))
    #expect(try await window.shows("h1") { $0 == "Player 1: Eve" })
    for (width, isDark) in [(320, false), (1_400, true)] {
      try await window.setScreen(width: width, height: 800, isDark: isDark)
      for path in Self.pages {
        try await window.open(studio.address + path)
        let overhang = "return document.documentElement.scrollWidth - innerWidth"
        #expect(try await (window.run(overhang) as? Int ?? 1) <= 0, "\(path) \(width)")
        #expect(try await window.faintTexts() == [], "\(path) \(width) \(isDark)")
      }
    }
    for path in Self.pages {
      try await window.open(studio.address + path)
      for control in try await window.controls() where !["table", "group"].contains(control.role) {
        #expect(!control.name.isEmpty, "\(path): \(control.role) has no name")
      }
    }
    #expect(try await window.log() == [])
    try await finish(store, studio, window)
  }
}
