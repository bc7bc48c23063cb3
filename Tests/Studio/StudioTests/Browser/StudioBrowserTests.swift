import CoreData
import Foundation
import Studio
import Testing
import WebBrowser

/// The pages of the studio in a real browser.
@Suite(.browser, .serialized) struct StudioBrowserTests {
  private func scene(_ path: String = "") async throws -> (StudioStore, BrowserWindow) {
    let store = try StudioStore()
    let window = try await #require(Browser.current).window()
    try await window.open(store.studio.address + path)
    return (store, window)
  }

  private func finish(_ store: StudioStore, _ window: BrowserWindow) async throws {
    let log = try await window.log()
    #expect(log == [], "\(log)")
    try await window.close()
    await store.stop()
  }

  @Test func aModelIsEditedAndSaved() async throws {
    let (store, window) = try await scene()
    #expect(try await window.shows("h1") { $0 == "Club" })
    // An entity.
    try await window.type("Coach", "name", in: editForm("add", "entity"))
    try await window.click(editForm("add", "entity") + " button")
    #expect(try await window.shows("h1") { $0 == "Coach" })
    // An attribute with a type, and a relationship.
    let attribute = editForm("add", "attribute", owner: "Coach")
    try await window.type("since", "name", in: attribute)
    try await window.type("Date", "is.type", in: attribute)
    try await window.click(attribute + " button")
    #expect(try await window.shows("#attribute-since summary") { $0.hasPrefix("since Date") })
    let relationship = editForm("add", "relationship", owner: "Coach")
    try await window.type("team", "name", in: relationship)
    try await window.type("Team", "is.to", in: relationship)
    try await window.click(relationship + " button")
    #expect(try await window.shows("#relationship-team summary") { $0.contains("to one Team") })
    // Options, user info, another name.
    try await window.click("#attribute-since summary")
    let fields = editForm("set", "attribute", owner: "Coach", name: "since")
    try await window.type("elementID", "is.renaming-id", in: fields)
    try await window.click(fields + " button")
    #expect(try await window.shows(".note") { $0.hasPrefix("Done") })
    try await window.click("#attribute-since summary")
    try await window.click("#attribute-since details summary")
    let info = "#attribute-since details form"
    try await window.type("documentation", "key", in: info)
    try await window.type("The first day.", "value", in: info)
    try await window.click(info + " button")
    #expect(try await window.shows(".note") { $0.hasPrefix("Done") })
    try await window.click("#attribute-since summary")
    let rename = editForm("rename", "attribute", owner: "Coach", name: "since")
    try await window.type("start", "new", in: rename)
    try await window.click(rename + " button")
    #expect(try await window.shows("#attribute-start summary") { $0.hasPrefix("start Date") })
    // Undo and redo.
    try await window.click("header [aria-label^=Undo]")
    #expect(try await window.shows("#attribute-since summary") { $0.hasPrefix("since") })
    try await window.click("header [aria-label^=Redo]")
    #expect(try await window.shows("#attribute-start summary") { $0.hasPrefix("start") })
    // Saving.
    try await window.click("header form[action$='/save'] button")
    #expect(try await window.shows("h1") { $0 == "Changes" })
    #expect(store.sample.contents.contains("<entity name=\"Coach\""))
    #expect(store.sample.contents.contains("<attribute name=\"start\""))
    #expect(store.sample.contents.contains("value=\"The first day.\""))
    try await finish(store, window)
  }

  @Test func anImpossibleEditIsReported() async throws {
    let (store, window) = try await scene()
    try await window.fill("line", "remove entity Team")
    try await window.click("form[action$='/command'] button")
    #expect(try await window.shows(".problem") { $0.contains("is still needed by") })
    try await window.close()
    await store.stop()
  }

  @Test func openPagesFollowTheFiles() async throws {
    let (store, window) = try await scene("entity/Team")
    try await window.wait(
      for: "document.querySelector('#live').textContent === 'Follows the files'"
    )
    let text = StudioStore.model.replacing("\"city\"", with: "\"town\"")
    try Data(text.utf8).write(to: store.sample.file)
    #expect(try await window.shows("#attribute-town summary") { $0.hasPrefix("town") })
    // Typed text is not discarded.
    try await window.fill("members", "town")
    try Data(StudioStore.model.utf8).write(to: store.sample.file)
    #expect(try await window.shows("#live") { $0.contains("Reload this page") })
    try await finish(store, window)
  }

  @Test func aStoreIsBrowsed() async throws {
    let (store, window) = try await scene("store")
    try await window.click("main table a")
    #expect(try await window.shows("caption") { $0 == "60 objects, page 1 of 2" })
    try await window.click("nav[aria-label='Pages of the table'] a")
    #expect(try await window.shows("caption") { $0 == "60 objects, page 2 of 2" })
    // A key path is completed after other text.
    try await window.fill("where", "number > 57 AND team.c")
    try await window.wait(
      for: "document.querySelector('#completions option')?.value === 'number > 57 AND team.city'"
    )
    try await window.fill("where", "number > 57 AND team.city == 'Rome'")
    try await window.press(Key.enter)
    #expect(try await window.shows("caption") { $0 == "2 objects, page 1 of 1" })
    try await window.click("thead a")
    #expect(try await window.shows("th[aria-sort=ascending]") { $0.hasPrefix("name") })
    #expect(try await window.shows("caption") { $0 == "2 objects, page 1 of 1" })
    try await window.fill("where", "nmae == 1")
    try await window.press(Key.enter)
    #expect(try await window.shows("#problem") { $0.contains("Did you mean 'name'?") })
    try await window.open(store.studio.address + "store/object/Player/p1")
    try await window.wait(for: "document.querySelector('.photo')?.naturalWidth === 1")
    try await window.click("main td a[href*='/object/Team/']")
    #expect(try await window.shows("h1") { $0 == "Team 1" })
    // Another program saves.
    try await window.open(store.studio.address + "store/entity/Team")
    try await window.wait(
      for: "document.querySelector('#live').textContent === 'Follows the files'"
    )
    try StudioStore.withContext(of: store.sample, at: store.url) { context in
      let team = NSEntityDescription.insertNewObject(forEntityName: "Team", into: context)
      team.setValue("Oslo", forKey: "city")
      try context.save()
    }
    try await window.wait(for: "document.querySelectorAll('tbody tr').length === 2")
    try await finish(store, window)
  }

  @Test func pagesAreReadWithoutScript() async throws {
    let (store, window) = try await scene()
    try await window.tool("Emulation.setScriptExecutionDisabled", ["value": true])
    try await window.open(store.studio.address)
    try await window.click("main table a")
    #expect(try await window.shows("h1") { $0 == "Player" })
    try await window.open(store.studio.address + "store/entity/Player")
    try await window.fill("where", "number < 2")
    try await window.click("form[role=search] button")
    #expect(try await window.shows("caption") { $0 == "2 objects, page 1 of 1" })
    try await finish(store, window)
  }

  private static let pages = [
    "", "entity/Player", "diagram", "changes", "store", "store/entity/Player",
    "store/entity/Player?where=nmae%20%3D%3D%201", "store/object/Player/p1", "store/object/Team/p1",
    "store/history", "store/history/1", "store/verification",
  ]

  @Test func pagesFitPhonesAndScreensInLightAndDarkWithContrast() async throws {
    let (store, window) = try await scene()
    _ = try await store.sample.exchange("GET / HTTP/1.1\r\nHost: x\r\n", of: store.studio)
    var grounds: Set<String> = []
    for (width, isDark) in [(320, false), (375, true), (1_400, false), (1_400, true)] {
      try await window.setScreen(width: width, height: 800, isDark: isDark)
      for path in Self.pages {
        try await window.open(store.studio.address + path)
        let overhang = "return document.documentElement.scrollWidth - innerWidth"
        #expect(try await (window.run(overhang) as? Int ?? 1) <= 0, "\(path) \(width)")
        #expect(try await window.faintTexts() == [], "\(path) \(width) \(isDark)")
      }
      let ground = "return getComputedStyle(document.body).backgroundColor"
      grounds.insert(try await window.run(ground) as? String ?? "")
    }
    #expect(grounds.count == 2)
    try await finish(store, window)
  }

  @Test func everythingThatCanBeUsedHasANameAndARole() async throws {
    let (store, window) = try await scene()
    for path in Self.pages {
      try await window.open(store.studio.address + path)
      _ = try await window.run(
        "document.querySelectorAll('details').forEach((part) => { part.open = true; })"
      )
      let controls = try await window.controls()
      for control in controls where control.role != "table" && control.role != "group" {
        #expect(!control.name.isEmpty, "\(path): \(control.role) has no name")
      }
      #expect(controls.contains { $0 == ("navigation", "Pages") }, "\(path)")
      #expect(controls.filter { $0.role == "heading" }.isEmpty == false, "\(path)")
      #expect(
        try await window.run("return document.querySelectorAll('h1').length") as? Int == 1,
        "\(path)"
      )
      #expect(
        try await window.run(
          """
          const ids = [...document.querySelectorAll("main [id], header [id], footer [id]")]
            .filter((element) => !element.closest("svg")).map((element) => element.id);
          return ids.length === new Set(ids).size;
          """
        ) as? Bool == true,
        "\(path)"
      )
    }
    let controls = try await window.controls()
    #expect(controls.contains { $0 == ("link", "Store") })
    #expect(controls.contains { $0 == ("button", "Save") })
    try await finish(store, window)
  }
}
