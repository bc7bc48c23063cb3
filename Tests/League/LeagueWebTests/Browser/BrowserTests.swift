import Foundation
import LeagueOperations
import LeagueWeb
import Testing
import WebBrowser

/// The pages in a real browser.
@Suite(.browser, .serialized) struct BrowserTests {
  /// A site with a window that shows it.
  private func scene(
    _ path: String = "",
    _ prepare: (TestSite) throws -> Void = { _ in }
  ) async throws -> (TestSite, BrowserWindow) {
    let site = try TestSite()
    try prepare(site)
    let window = try await #require(Browser.current).window()
    try await window.open(site.web.address + path)
    return (site, window)
  }

  private func isLive(_ window: BrowserWindow) async throws {
    try await window.wait(for: "document.querySelector('#live.on')")
  }

  @Test func teamsAndPlayersAreAddedEditedAndDeleted() async throws {
    let (site, window) = try await scene()
    #expect(try await window.shows(".empty") { $0.hasPrefix("There are no teams yet") })
    try await window.click(".heading .primary")
    try await window.fill("name", "Crew")
    try await window.fill("uniformColor", "Blue")
    try await window.click("main form button")
    #expect(try await window.shows("#note") { $0 == "Crew was saved." })
    #expect(try await window.run("return location.search") as? String == "")
    try await window.click(".list .button")
    try await window.fill("uniformColor", "Dark Green")
    try await window.click("main form button")
    #expect(try await window.shows("h1") { $0 == "Crew" })
    try await window.click(".heading .primary")
    try await window.fill("firstName", "Ann")
    try await window.fill("lastName", "Bell")
    try await window.fill("email", "ann@example.org")
    try await window.click("main form button")
    #expect(try await window.lists(["Ann Bell | ann@example.org"]))
    try await window.click(".entry")
    try await window.click(".danger.last")
    #expect(try await window.shows("dialog h2") { $0 == "Delete Ann Bell?" })
    #expect(
      try await window.run("return document.activeElement.textContent") as? String == "Cancel"
    )
    try await window.press(Key.enter)
    try await window.wait(for: "!document.querySelector('dialog').open")
    try await window.click(".danger.last")
    try await window.click("dialog .danger")
    #expect(try await window.shows("#note") { $0 == "Ann Bell was deleted." })
    #expect(try await window.lists([]))
    #expect(try await window.shows(".empty") { $0.hasPrefix("This team has no players yet") })
    #expect(try await window.log() == [])
    try await window.close()
    await site.web.stop()
  }

  @Test func problemsAreAccessible() async throws {
    let (site, window) = try await scene("teams/new")
    try await window.fill("uniformColor", "Blue")
    try await window.click("main form button")
    #expect(try await window.shows("#problems") { $0.contains("A name is needed") })
    try await window.wait(for: "document.activeElement.id === 'problems'")
    #expect(
      try await window.run("return document.querySelector('#uniformColor').value") as? String
        == "Blue"
    )
    try await window.click("#problems a")
    #expect(try await window.run("return document.activeElement.id") as? String == "name")
    try await window.press("C", "r", "e", "w", Key.enter)
    try await window.wait(for: "document.querySelector('#note').textContent === 'Crew was saved.'")
    try await window.close()
    await site.web.stop()
  }

  @Test func aSecondWindowFollows() async throws {
    let (site, first) = try await scene { try $0.add("Crew") }
    let second = try await #require(Browser.current).window()
    try await second.open(site.web.address)
    try await isLive(second)
    try await first.click(".heading .primary")
    try await first.fill("name", "Arrows")
    try await first.fill("uniformColor", "Gold")
    try await first.click("main form button")
    try await second.wait(for: "document.querySelectorAll('.list li').length === 2")
    #expect(try await second.lists(["Arrows | Gold · 0 players", "Crew | Blue · 0 players"]))
    #expect(try await second.shows(".count") { $0 == "2 teams" })
    #expect(
      try await second.run("return document.querySelector('#announcer').textContent") as? String
        == "Arrows was added"
    )
    #expect(try await second.log() == [])
    #expect(try await first.log() == [])
    try await second.close()
    try await first.close()
    await site.web.stop()
  }

  @Test func otherProgramsAreFollowed() async throws {
    let (site, window) = try await scene { try $0.add("Crew", players: ["Ann Bell", "Bo Cox"]) }
    try await isLive(window)
    try site.write("UPDATE ZTEAM SET ZNAME = 'Kru', Z_OPT = Z_OPT + 1;")
    try await window.wait(for: "document.querySelector('.list').innerText.includes('Kru')")
    try site.league(
      "player",
      "add",
      "--team",
      "Kru",
      "--first",
      "Cy",
      "--last",
      "Dee",
      "--email",
      "c@d.org"
    )
    try await window.wait(for: "document.querySelector('.list').innerText.includes('3 players')")
    try site.league("team", "add", "Arrows", "--color", "Gold")
    try await window.wait(for: "document.querySelectorAll('.list li').length === 2")
    try site.write("DELETE FROM ZPLAYER WHERE ZFIRSTNAME = 'Bo';")
    try await window.wait(for: "document.querySelector('.list').innerText.includes('2 players')")
    #expect(try await window.log() == [])
    try await window.close()
    await site.web.stop()
  }

  @Test func twoServersOnOneDatabaseFollowEachOther() async throws {
    let site = try TestSite(.postgresql)
    let other = try TestSite(beside: site)
    let windows = [
      try await #require(Browser.current).window(), try await #require(Browser.current).window(),
    ]
    try await windows[0].open(site.web.address)
    try await windows[1].open(other.web.address)
    try await isLive(windows[0])
    try await isLive(windows[1])
    try await windows[0].click(".heading .primary")
    try await windows[0].fill("name", "Crew")
    try await windows[0].fill("uniformColor", "Blue")
    try await windows[0].click("main form button")
    try await windows[1].wait(for: "document.querySelector('.list').innerText.includes('Crew')")
    try other.store.change("") { league in
      let team = try league.team(matching: "Crew")
      try league.edit(team, TeamForm(name: "Kru", uniformColor: "Red"))
    }
    try await windows[0].wait(for: "document.querySelector('.list').innerText.includes('Kru')")
    try other.store.change("") { $0.delete(try $0.team(matching: "Kru")) }
    try await windows[0].wait(for: "document.querySelectorAll('.list li').length === 0")
    for window in windows {
      #expect(try await window.log() == [])
      try await window.close()
    }
    await site.web.stop()
    await other.web.stop()
  }

  @Test func theFocusStaysInItsRow() async throws {
    let (site, window) = try await scene { try $0.add("Crew") }
    try await isLive(window)
    _ = try await window.run("document.querySelector('.list .button').focus()")
    try site.store.change("") { league in
      let team = try league.team(id: "p1")
      try league.edit(team, TeamForm(name: "Crew", uniformColor: "Red"))
      try league.addTeam(TeamForm(name: "Arrows", uniformColor: "Red"))
    }
    try await window.wait(for: "document.querySelectorAll('.list li').length === 2")
    let focus = "return document.activeElement.getAttribute('aria-label')"
    #expect(try await window.run(focus) as? String == "Edit Crew")
    try site.store.change("") { $0.delete(try $0.team(id: "p1")) }
    try await window.wait(for: "document.querySelectorAll('.list li').length === 1")
    #expect(try await window.run("return document.activeElement.id") as? String == "content")
    try await window.close()
    await site.web.stop()
  }

  @Test func aFormShowsChangesOfOthers() async throws {
    let (site, window) = try await scene("teams/p1/edit") { try $0.add("Crew") }
    try await isLive(window)
    try await window.fill("name", "Mine")
    try site.store.change("") {
      try $0.edit(try $0.team(id: "p1"), TeamForm(name: "Theirs", uniformColor: "Red"))
    }
    try await window.wait(for: "!document.querySelector('#changed').hidden")
    #expect(
      try await window.run("return document.querySelector('#name').value") as? String == "Mine"
    )
    #expect(try await window.shows(".about") { $0.contains("Theirs") })
    try await window.click("main form button")
    #expect(try await window.shows("#conflict") { $0.contains("Theirs, Red") })
    try await isLive(window)
    try site.store.change("") { $0.delete(try $0.team(id: "p1")) }
    try await window.wait(for: "!document.querySelector('#gone').hidden")
    #expect(
      try await window.run("return document.querySelector('#changed').hidden") as? Bool == true
    )
    try await window.click("main form button")
    #expect(try await window.shows("h1") { $0 == "This team is gone" })
    try await window.close()
    await site.web.stop()
  }

  @Test func everythingWorksWithoutScript() async throws {
    let (site, window) = try await scene { try $0.add("Crew", players: ["Ann Bell"]) }
    try await window.tool("Emulation.setScriptExecutionDisabled", ["value": true])
    try await window.open(site.web.address)
    #expect(try await window.run("return document.querySelector('#live').hidden") as? Bool == true)
    try await window.click(".entry")
    #expect(try await window.shows("h1") { $0 == "Crew" })
    try await window.click(".entry")
    try await window.fill("lastName", "Cox")
    try await window.click("main form button")
    #expect(try await window.shows("#note") { $0 == "Ann Cox was saved." })
    try await window.click(".entry")
    try await window.click(".danger.last")
    #expect(try await window.shows("h1") { $0 == "Delete Ann Cox?" })
    try await window.click("main .actions a")
    #expect(try await window.shows("h1") { $0 == "Edit player" })
    try await window.click(".danger.last")
    try await window.click("main form .danger")
    #expect(try await window.shows("#note") { $0 == "Ann Cox was deleted." })
    try await window.close()
    await site.web.stop()
  }

  @Test func aDeletionIsUndone() async throws {
    let (site, window) = try await scene("teams/p1/edit") {
      try $0.add("Crew", players: ["Ann Bell"])
    }
    try await window.click(".danger.last")
    try await window.click("dialog .danger")
    #expect(try await window.shows("#note") { $0 == "Crew was deleted with its only player." })
    #expect(try await window.run("return location.search") as? String == "")
    try await window.click(".note button")
    #expect(try await window.shows("#note") { $0 == "Crew is back." })
    #expect(try await window.lists(["Ann Bell | ann@example.org"]))
    #expect(try await window.log() == [])
    try await window.close()
    await site.web.stop()
  }

  @Test func aColorIsSeenWhileItIsTyped() async throws {
    let (site, window) = try await scene("teams/new")
    let fill = "return document.querySelector('.color .swatch path').getAttribute('fill')"
    let colors = [
      ("Dark Blue", "#00008b"), ("#1C39BB", "#1c39bb"), ("burnt cheese", "none"),
      ("transparent", "none"), ("inherit", "none"), ("Red", "#ff0000"),
    ]
    for (text, number) in colors {
      try await window.fill("uniformColor", text)
      #expect(try await window.run(fill) as? String == number, "\(text)")
    }
    let choose = """
      const palette = document.querySelector("[type=color]");
      palette.value = "#123456";
      palette.dispatchEvent(new Event("input"));
      return document.querySelector("#uniformColor").value + palette.hidden;
      """
    #expect(try await window.run(choose) as? String == "#123456false")
    #expect(try await window.run(fill) as? String == "#123456")
    #expect(try await window.log() == [])
    try await window.close()
    await site.web.stop()
  }

  @Test func listsAreSearchedAndTurned() async throws {
    let (site, window) = try await scene("teams/p1") { site in
      try site.add("Crew", players: (1...60).map { "Ann Bell\($0)" })
    }
    try await isLive(window)
    try await window.click("[data-pager] [rel=next]")
    #expect(try await window.shows(".count") { $0 == "51–60 of 60 players" })
    try await isLive(window)
    try site.store.change("") { league in
      for number in 11...60 { league.delete(try league.player(id: "p\(number)")) }
    }
    #expect(try await window.shows(".count") { $0 == "None of 10 players" })
    #expect(try await window.lists([]))
    try await window.click("[data-pager] [rel=prev]")
    #expect(try await window.shows(".count") { $0 == "10 players" })
    try await window.fill("q", "bell7")
    try await window.click(".tools button")
    #expect(try await window.lists(["Ann Bell7 | ann@example.org"]))
    try site.store.change("") { try $0.addPlayer(.named("Bo Bell77"), to: $0.team(id: "p1")) }
    #expect(try await window.shows(".count") { $0 == "2 players with “bell7”" })
    #expect(try await window.log() == [])
    try await window.close()
    await site.web.stop()
  }

  @Test func aKeyboardIsEnough() async throws {
    let (site, window) = try await scene { try $0.add("Crew", players: ["Ann Bell"]) }
    let focus = "return document.activeElement.textContent"
    try await window.press(Key.tab)
    #expect(try await window.run(focus) as? String == "Skip to the content")
    try await window.press(Key.enter, Key.tab)
    #expect(try await window.run(focus) as? String == "All players")
    try await window.press(Key.tab)
    #expect(try await window.run(focus) as? String == "+ Add team")
    try await window.press(Key.tab, Key.tab, Key.tab, Key.tab, Key.enter)
    try await window.wait(for: "location.pathname === '/teams/p1'")
    for _ in 0..<9 { try await window.press(Key.tab) }
    try await window.press(Key.enter)
    try await window.wait(for: "location.pathname === '/players/p1'")
    _ = try await window.run("document.querySelector('#email').focus()")
    try await window.press(Key.tab, Key.tab, Key.tab, Key.tab, " ")
    try await window.wait(for: "document.querySelector('dialog').open")
    try await window.press(Key.escape)
    try await window.wait(for: "!document.querySelector('dialog').open")
    #expect(try await window.run(focus) as? String == "Delete Player")
    try await window.press(Key.enter, Key.shiftTab, Key.enter)
    try await window.wait(for: "document.querySelector('#note').textContent.includes('deleted')")
    #expect(try await window.log() == [])
    try await window.close()
    await site.web.stop()
  }

  @Test func pagesFitPhonesAndScreensLightAndDark() async throws {
    let long = "Wolverhamptonwanderersfootballandathleticsclub"
    let (site, window) = try await scene {
      try $0.add(long, "Dark Olive Green", players: ["\(long) \(long)"])
    }
    var grounds: Set<String> = []
    for (width, isDark) in [(320, false), (375, true), (1200, false)] {
      try await window.setScreen(width: width, height: 700, isDark: isDark)
      for path in [
        "", "players?q=w", "teams/new", "teams/p1", "teams/p1/edit", "players/p1",
        "players/p1/delete",
      ] {
        try await window.open(site.web.address + path)
        let overhang = "return document.documentElement.scrollWidth - innerWidth"
        #expect(try await (window.run(overhang) as? Int ?? 1) <= 0, "\(path) \(width)")
      }
      let ground = "return getComputedStyle(document.body).backgroundColor"
      grounds.insert(try await window.run(ground) as? String ?? "")
    }
    #expect(grounds.count == 2)
    #expect(try await window.log() == [])
    try await window.close()
    await site.web.stop()
  }
}
