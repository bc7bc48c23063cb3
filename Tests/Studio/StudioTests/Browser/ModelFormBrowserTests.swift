import BuiltPrograms
import Foundation
import Studio
import Testing
import WebBrowser

/// Each kind of edit of a model, made in a real browser.
@Suite(.browser, .serialized) struct ModelFormBrowserTests {
  private func scene(
    _ path: String = "",
    _ text: String = StudioSample.text
  ) async throws -> (StudioSample, BrowserWindow) {
    let sample = try StudioSample(text)
    let window = try await #require(Browser.current).window()
    try await window.open(sample.studio.address + path)
    return (sample, window)
  }

  private func finish(_ sample: StudioSample, _ window: BrowserWindow) async throws {
    let log = try await window.log()
    #expect(log == [], "\(log)")
    try await window.close()
    await sample.studio.stop()
  }

  private func save(_ window: BrowserWindow) async throws {
    try await window.click("header form[action$='/save'] button")
    #expect(try await window.shows("h1") { $0 == "Changes" })
  }

  @Test func versionsAreMadeOpenedAndChosen() async throws {
    let (sample, window) = try await scene()
    let add = "form[action$='/version']:has([name=verb][value=add])"
    try await window.type("Club 2", "name", in: add)
    try await window.send(add)
    #expect(try await window.shows("h1") { $0 == "Club 2" })
    // A rename in the new version keeps the data of stores.
    try await window.open(sample.studio.address + "entity/Team")
    let rename = editForm("rename", "attribute", owner: "Team", name: "city")
    try await window.type("town", "new", in: rename)
    try await window.send(rename)
    #expect(try await window.shows("#attribute-town summary") { $0.hasPrefix("town") })
    try await window.open(sample.studio.address)
    try await window.click("[aria-label='Make Club 2 current']")
    #expect(try await window.shows("#versions + ul strong") { $0 == "Club 2" })
    try await window.click("[aria-label='Open Club']")
    #expect(try await window.shows("h1") { $0 == "Club" })
    try await save(window)
    #expect(sample.contents == StudioSample.text)
    let second = sample.model.appending(path: "Club 2.xcdatamodel/contents")
    let text = try String(contentsOf: second, encoding: .utf8)
    #expect(
      text.contains("name=\"town\" optional=\"YES\" attributeType=\"String\" elementID=\"city\"")
    )
    let current = try String(
      contentsOf: sample.model.appending(path: ".xccurrentversion"),
      encoding: .utf8
    )
    #expect(current.contains("<string>Club 2.xcdatamodel</string>"))
    // A version that is neither edited nor current is removed.
    try await window.open(sample.studio.address)
    try await window.type("Club 3", "name", in: add)
    try await window.send(add)
    #expect(try await window.shows("h1") { $0 == "Club 3" })
    try await window.click("[aria-label='Remove Club']")
    #expect(try await window.shows(".note") { $0.contains("was removed") })
    // It is restored like any other step.
    try await window.click("header form[action$='/undo'] button")
    #expect(try await window.shows("[aria-label='Remove Club']") { $0 == "Remove" })
    try await window.click("header form[action$='/redo'] button")
    try await window.wait(for: "!document.querySelector(\"[aria-label='Remove Club']\")")
    try await finish(sample, window)
  }

  @Test func indexesAndConstraintsAreEdited() async throws {
    let (sample, window) = try await scene("entity/Player")
    for (name, members) in [("byNumber", "number"), ("byTeam", "number")] {
      let add = editForm("add", "index", owner: "Player")
      try await window.type(name, "name", in: add)
      try await window.type(members, "members", in: add)
      try await window.send(add)
      #expect(try await window.shows("#index-\(name) summary") { $0.hasPrefix(name) })
    }
    let index =
      "\(editForm("set", "index", owner: "Player", name: "byTeam")):not(:has([name=elements]))"
    try await window.type("number:descending", "is.members", in: index)
    try await window.type("number > 3", "is.predicate", in: index)
    try await window.send(index)
    #expect(try await window.shows("#index-byTeam summary") { $0.contains("number:descending") })
    try await window.type(
      "byTeam",
      "new",
      in: editForm("rename", "index", owner: "Player", name: "byTeam")
    )
    try await window.openAll()
    try await window.click("[aria-label='Move byTeam up']")
    try await window.wait(
      for:
        "[...document.querySelectorAll('[id^=index-]')].map((part) => part.id).join() === 'index-byTeam,index-byNumber'"
    )
    // The elements one by one: an expression beside a property.
    let elements =
      "\(editForm("set", "index", owner: "Player", name: "byNumber")):has([name=elements])"
    try await window.openAll()
    try await window.type("abs:(number)", "element.1.text", in: elements)
    try await window.send(elements)
    #expect(
      try await window.shows("#index-byNumber summary") { $0.hasSuffix("number, abs:(number)") }
    )
    let constraint = editForm("add", "constraint", owner: "Player")
    for members in ["number, team", "team, number"] {
      try await window.type(members, "members", in: constraint)
      try await window.send(constraint)
      #expect(try await window.shows("[aria-label='Remove \(members)']") { $0 == "Remove" })
    }
    try await window.click("[aria-label='Remove number, team']")
    try await window.wait(for: "!document.querySelector(\"[aria-label='Remove number, team']\")")
    try await save(window)
    for part in [
      "<fetchIndex name=\"byNumber\">",
      "<fetchIndexElement property=\"number\" type=\"Binary\" order=\"descending\"/>",
      "<fetchIndexElement expression=\"abs:(number)\" type=\"Binary\" order=\"ascending\"/>",
      "<constraint value=\"team\"/>",
    ] { #expect(sample.contents.contains(part), "\(part)") }
    try await finish(sample, window)
  }

  @Test func compositesAndTheirAttributesAreEdited() async throws {
    let (sample, window) = try await scene()
    try await window.type("Place", "name", in: editForm("add", "composite"))
    try await window.send(editForm("add", "composite"))
    try await window.click("#composites + ul a")
    #expect(try await window.shows("h1") { $0 == "Place" })
    let add = editForm("add", "attribute", owner: "Place")
    try await window.type("street", "name", in: add)
    try await window.send(add)
    #expect(try await window.shows("#attribute-street summary") { $0.hasPrefix("street String") })
    let rename = editForm("rename", "composite", name: "Place")
    try await window.type("Address", "new", in: rename)
    try await window.send(rename)
    #expect(try await window.shows("h1") { $0 == "Address" })
    try await window.open(sample.studio.address + "entity/Team")
    let home = editForm("add", "attribute", owner: "Team")
    try await window.type("home", "name", in: home)
    try await window.type("Composite", "is.type", in: home)
    try await window.send(home)
    let fields = editForm("set", "attribute", owner: "Team", name: "home")
    try await window.type("Address", "is.composite", in: fields)
    try await window.send(fields)
    #expect(try await window.shows(".note") { $0.hasPrefix("Done") })
    try await save(window)
    #expect(sample.contents.contains("attributeType=\"Composite\" composite=\"Address\""))
    #expect(sample.contents.contains("<composite name=\"Address\">"))
    try await finish(sample, window)
  }

  @Test func requestsAndConfigurationsAreEdited() async throws {
    let (sample, window) = try await scene()
    let add = editForm("add", "fetch-request")
    try await window.type("tall", "name", in: add)
    try await window.type("Player", "is.entity", in: add)
    try await window.send(add)
    let request = editForm("set", "fetch-request", name: "tall")
    try await window.type("number > $least", "is.predicate", in: request)
    try await window.type("10", "is.limit", in: request)
    try await window.type("ids", "is.result", in: request)
    try await window.send(request)
    #expect(try await window.shows("#request-tall summary") { $0.contains("number > $least") })
    let configuration = editForm("add", "configuration")
    try await window.type("Local", "name", in: configuration)
    try await window.type("Player", "members", in: configuration)
    try await window.send(configuration)
    let members = editForm("set", "configuration", name: "Local")
    try await window.type("Player, Team", "is.members", in: members)
    try await window.type("yes", "is.cloudkit", in: members)
    try await window.send(members)
    #expect(try await window.shows("#configuration-Local summary") { $0.contains("Player, Team") })
    try await window.type("2.0", "is.version-identifier", in: editForm("set", "model"))
    try await window.send(editForm("set", "model"))
    #expect(try await window.shows(".note") { $0.hasPrefix("Done") })
    try await window.open(sample.studio.address + "entity/Team")
    let fetched = editForm("add", "fetched-property", owner: "Team")
    try await window.type("stars", "name", in: fetched)
    try await window.type("Player", "is.entity", in: fetched)
    try await window.send(fetched)
    let condition = editForm("set", "fetched-property", owner: "Team", name: "stars")
    try await window.type("number > 5", "is.predicate", in: condition)
    try await window.send(condition)
    #expect(try await window.shows("#fetched-stars summary") { $0.contains("number > 5") })
    try await window.openAll()
    try await window.click("[aria-label='Remove stars']")
    try await window.wait(for: "!document.querySelector('#fetched-stars')")
    try await window.click("header [aria-label^=Undo]")
    #expect(try await window.shows("#fetched-stars summary") { $0.contains("number > 5") })
    try await save(window)
    for part in [
      "<fetchRequest name=\"tall\" entity=\"Player\" predicateString=\"number &gt; $least\" fetchLimit=\"10\" resultType=\"1\"",
      "<memberEntity name=\"Team\"/>", "userDefinedModelVersionIdentifier=\"2.0\"",
      "predicateString=\"number &gt; 5\"",
    ] { #expect(sample.contents.contains(part), "\(part)") }
    try await finish(sample, window)
  }

  private static let drawn = """
        <elements>
            <element name="Player" positionX="0" positionY="0" width="128" height="90"/>
            <element name="Team" positionX="300" positionY="0" width="128" height="75"/>
        </elements>
    </model>
    """

  @Test func boxesOfLargeDiagramsAreDragged() async throws {
    let entities = (0..<160).map { number in
      "<entity name=\"E\(number)\"><relationship name=\"next\" optional=\"YES\" maxCount=\"1\" "
        + "destinationEntity=\"E\((number + 1) % 160)\"/></entity>"
    }
    let text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<model>\(entities.joined())</model>"
    let (sample, window) = try await scene("diagram", text)
    try await window.wait(for: "!document.querySelector('#diagram-tools').hidden")
    let box = "svg g:last-of-type .border"
    let name = try await window.text("svg g:last-of-type .name")
    // The second time the file has its own positions.
    for distance in [40, 60] {
      try await window.open(sample.studio.address + "diagram")
      try await window.wait(for: "!document.querySelector('#diagram-tools').hidden")
      try await window.drag(box, x: distance, y: 50)
      #expect(try await window.shows(".note") { $0 == "'\(name)' was moved." })
    }
    try await save(window)
    #expect(sample.contents.contains("<element name=\"\(name)\" positionX="))
    try await finish(sample, window)
  }

  @Test func boxesAreDraggedAndMovedByKeys() async throws {
    let text = StudioSample.text.replacing("</model>", with: Self.drawn)
    let (sample, window) = try await scene("diagram", text)
    try await window.wait(for: "!document.querySelector('#diagram-tools').hidden")
    let box = "svg g:last-of-type .border"
    let name = try await window.text("svg g:last-of-type .name")
    try await window.drag(box, x: 60, y: 120)
    #expect(try await window.shows(".note") { $0 == "'\(name)' was moved." })
    // With the form, using the keyboard only.
    try await window.click("#moving summary")
    try await window.type("Player", "name", in: "#moving form")
    try await window.fill("y", "200")
    try await window.press(Key.enter)
    #expect(try await window.shows(".note") { $0 == "'Player' was moved." })
    try await save(window)
    let moved = sample.contents
    let lines = zip(text.split(separator: "\n"), moved.split(separator: "\n")).filter { $0 != $1 }
    #expect(text.split(separator: "\n").count == moved.split(separator: "\n").count)
    #expect(lines.allSatisfy { $1.contains("<element name=") })
    #expect(lines.count == 2)
    for _ in 0..<2 { try await window.click("header [aria-label^=Undo]") }
    try await save(window)
    #expect(sample.contents == text)
    // A click without dragging still opens the entity.
    try await window.open(sample.studio.address + "diagram")
    try await window.wait(for: "!document.querySelector('#diagram-tools').hidden")
    try await window.click("svg g:last-of-type .name")
    #expect(try await window.shows("h1") { $0 == name })
    try await finish(sample, window)
  }

  @Test func editsAreReviewedWithContrastInLightAndDark() async throws {
    guard let generator = BuiltPrograms.path(of: "momgen") else { return }
    let sample = try StudioSample()
    let studio = try Studio(model: sample.model.path, generator: generator)
    let window = try await #require(Browser.current).window()
    try await window.open(studio.address)
    try await window.fill("line", "add attribute Team.coach type=String optional=yes")
    try await window.click("form[action$='/command'] button")
    #expect(try await window.shows(".note") { $0.hasPrefix("Done") })
    try await window.open(studio.address + "changes")
    try await window.click("a[href*='unsaved']")
    #expect(try await window.shows("h1") { $0.contains("Club, saved → Club") })
    for (width, isDark) in [(320, false), (1_200, true)] {
      try await window.setScreen(width: width, height: 800, isDark: isDark)
      #expect(try await window.faintTexts() == [], "\(width) \(isDark)")
      let overhang = "return document.documentElement.scrollWidth - innerWidth"
      #expect(try await (window.run(overhang) as? Int ?? 1) <= 0, "\(width)")
    }
    let controls = try await window.controls()
    #expect(controls.contains { $0 == ("navigation", "Parts of this page") })
    #expect(controls.filter { $0.role == "link" }.allSatisfy { !$0.name.isEmpty })
    try await window.close()
    await studio.stop()
    await sample.studio.stop()
  }
}
