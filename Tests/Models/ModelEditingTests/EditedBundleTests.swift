import DiskFaults
import Files
import Foundation
import ManagedModel
import ModelEditing
import ModelFiles
import Testing

/// Bundles that are edited in their files.
struct EditedBundleTests {
  /// A folder with a bundle of one version.
  private func withBundle(_ body: (String) throws -> Void) throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    let version = folder.appending(path: "Club.xcdatamodeld/Club.xcdatamodel")
    try FileManager.default.createDirectory(at: version, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try Data(EditSample.text.utf8).write(to: version.appending(path: "contents"))
    try body(folder.appending(path: "Club.xcdatamodeld").path)
  }

  private func open(_ path: String) throws -> EditedBundle {
    try EditedBundle(try #require(ModelLoader().load(path).loaded))
  }

  private func edit(_ line: String) throws -> BundleEdit {
    try EditParser.parse(try EditLine.words(line))
  }

  @Test("A new version is a copy that later edits concern, and may become current")
  func addsVersion() throws {
    try withBundle { path in
      var bundle = try open(path)
      try bundle.apply([
        try edit("add version 'Club 2' current=yes"),
        try edit("rename attribute Team.city town --keep-data"),
      ])
      try bundle.save()
      let outcome = ModelLoader().load(path)
      #expect(outcome.loaded?.version.name == "Club 2")
      #expect(outcome.diagnostics.isEmpty)
      #expect(outcome.loaded?.model.entities.last?.attributes.first?.name == "town")
      let first = try FileReader().bytes(of: path + "/Club.xcdatamodel/contents")
      #expect(first == Array(EditSample.text.utf8))
      let current = try FileReader().bytes(of: path + "/.xccurrentversion")
      #expect(
        String(decoding: current, as: UTF8.self) == """
          <?xml version="1.0" encoding="UTF-8"?>
          <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
          <plist version="1.0">
          <dict>
          \t<key>_XCCurrentVersionName</key>
          \t<string>Club 2.xcdatamodel</string>
          </dict>
          </plist>

          """
      )
    }
  }

  private func makeCurrent(_ version: String, in path: String) throws {
    try FileWriter()
      .write(CurrentVersionFile.bytes(naming: version), to: path + "/.xccurrentversion")
  }

  /// The names of the versions in the files.
  private func files(_ path: String) throws -> [String] {
    try FileReader().names(in: path).filter { $0.hasSuffix(".xcdatamodel") }
  }

  @Test("The removal of a version is a step like others", arguments: [false, true])
  func undoesRemovals(_ isSavedBetween: Bool) throws {
    try withBundle { path in
      var bundle = try open(path)
      try bundle.apply([
        try edit("add version 'Club 2' current=yes"), try edit("add entity Coach"),
      ])
      try bundle.save()
      try bundle.apply([try edit("remove version Club"), try edit("add entity Cup")])
      #expect(bundle.undoTitle == "add entity 'Cup'")
      if isSavedBetween {
        try bundle.save()
        #expect(try files(path) == ["Club 2.xcdatamodel"])
      }
      bundle.undo()
      #expect(bundle.undoTitle == "remove version 'Club'")
      #expect(bundle.redoTitle == "add entity 'Cup'")
      bundle.undo()
      #expect(bundle.versions.map(\.name) == ["Club", "Club 2"])
      #expect(bundle.isChanged == isSavedBetween)
      try bundle.save()
      #expect(try files(path) == ["Club 2.xcdatamodel", "Club.xcdatamodel"])
      let first = try FileReader().bytes(of: path + "/Club.xcdatamodel/contents")
      #expect(first == Array(EditSample.text.utf8))
      bundle.redo()
      #expect(bundle.versions.map(\.name) == ["Club 2"])
      bundle.redo()
      #expect(bundle.redoTitle == nil)
      try bundle.save()
      #expect(try files(path) == ["Club 2.xcdatamodel"])
      #expect(ModelLoader().load(path).loaded?.model.entities.contains { $0.name == "Cup" } == true)
    }
  }

  @Test("Versions are added and made current in steps, between edits of models")
  func undoesVersions() throws {
    try withBundle { path in
      var bundle = try open(path)
      try bundle.apply([try edit("add entity Coach")])
      try bundle.apply([try edit("add version 'Club 2'"), try edit("add entity Cup")])
      try bundle.edit(version: "Club")
      #expect(bundle.undoTitle == "add entity 'Cup' in 'Club 2'")
      try bundle.apply([try edit("set current-version 'Club 2'")])
      #expect(bundle.undoTitle == "make 'Club 2' current")
      bundle.undo()
      #expect(bundle.currentName != "Club 2")
      // A step of another version shows it.
      bundle.undo()
      #expect(bundle.editedName == "Club 2")
      bundle.undo()
      #expect(bundle.versions.map(\.name) == ["Club"])
      #expect(bundle.editedName == "Club")
      bundle.undo()
      let isMore = bundle.undo()
      #expect(!isMore)
      #expect(!bundle.isChanged)
      while bundle.redo() {}
      #expect(bundle.currentName == "Club 2")
      #expect(bundle.versions.map(\.name) == ["Club", "Club 2"])
      #expect(bundle.history.model.entities.contains { $0.name == "Cup" })
      // An edit that changes nothing is not a step, and a new one ends redoing.
      let title = bundle.undoTitle
      try bundle.apply([try edit("set current-version 'Club 2'")])
      #expect(bundle.undoTitle == title)
      bundle.undo()
      try bundle.apply([try edit("add entity Crowd")])
      #expect(bundle.redoTitle == nil)
    }
  }

  @Test("A file that changed meanwhile is not written over")
  func conflict() throws {
    try withBundle { path in
      var bundle = try open(path)
      try bundle.apply([try edit("add entity Coach")])
      let file = path + "/Club.xcdatamodel/contents"
      let other = Array(EditSample.text.replacing("city", with: "town").utf8)
      try FileWriter().write(other, to: file)
      do throws(SaveProblem) {
        try bundle.save()
        Issue.record("it was saved")
      } catch {
        guard case .changedMeanwhile(file) = error else {
          Issue.record("\(error)")
          return
        }
      }
      #expect(try FileReader().bytes(of: file) == other)
      #expect(bundle.history.isChanged)
    }
  }

  @Test("Saving twice writes what is new")
  func savesTwice() throws {
    try withBundle { path in
      var bundle = try open(path)
      try bundle.apply([try edit("add entity Coach")])
      try bundle.save()
      #expect(bundle.changedFiles.isEmpty)
      try bundle.apply([try edit("add entity Cup")])
      try bundle.save()
      #expect(
        ModelLoader().load(path).loaded?.model.entities.map(\.name)
          == ["Coach", "Cup", "Person", "Player", "Team"]
      )
    }
  }

  @Test("A version is removed, unless it is current or edited")
  func removesVersion() throws {
    try withBundle { path in
      var bundle = try open(path)
      try bundle.apply([try edit("add version 'Club 2' current=yes")])
      try bundle.save()
      var again = try open(path)
      #expect(throws: EditProblem.self) { try again.apply([try edit("remove version 'Club 2'")]) }
      try again.apply([try edit("remove version Club")])
      try again.save()
      #expect(try BundleReader().read(path).versions.map(\.name) == ["Club 2"])
    }
  }

  @Test("Files of an interrupted run are not in the way, and are removed")
  func leftovers() throws {
    try withBundle { path in
      let left = [
        "Club 2.xcdatamodel/contents.999999123.new", "Club 3.xcdatamodel/contents.999999123-4.new",
        ".Club 2.xcdatamodel.999999123.new/contents",
        ".Club 4.xcdatamodel.999999123.new/contents.999999123.new",
        ".xccurrentversion.999999123.new",
      ]
      let others = [
        ".notes/contents", "Sketch.xcdatamodel/layout", ".Club.xcdatamodel.new/contents",
        ".xccurrentversion.old.new", "Club.xcdatamodel/contents.\(getpid()).new",
      ]
      for file in left + others {
        let url = URL(fileURLWithPath: path).appending(path: file)
        try FileManager.default.createDirectory(
          at: url.deletingLastPathComponent(),
          withIntermediateDirectories: true
        )
        try Data("half".utf8).write(to: url)
      }
      try makeCurrent("Club", in: path)
      var bundle = try open(path)
      try bundle.apply([try edit("add version 'Club 2' current=yes")])
      #expect(throws: EditProblem.self) { try bundle.apply([try edit("add version Sketch")]) }
      try bundle.save()
      let outcome = ModelLoader().load(path)
      #expect(outcome.loaded?.version.name == "Club 2")
      #expect(outcome.loaded?.model.entities.count == 3)
      let names = FileManager.default.enumerator(atPath: path)?.compactMap { $0 as? String } ?? []
      for file in others { #expect(names.contains(file)) }
      #expect(names.filter { $0.contains("999999123") } == [])
      #expect(try files(path) == ["Club 2.xcdatamodel", "Club.xcdatamodel", "Sketch.xcdatamodel"])
    }
  }

  @Test(
    "A version that is added is there whole or not at all, and a second try succeeds",
    arguments: FatalCall.allCases
  )
  func killed(at call: FatalCall) async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    let path = folder.appending(path: "Club.xcdatamodeld").path
    let version = path + "/Club.xcdatamodel"
    try FileManager.default.createDirectory(atPath: version, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try Data(EditSample.text.utf8).write(to: URL(fileURLWithPath: version + "/contents"))
    try makeCurrent("Club", in: path)
    let result = try await #require(processExitsWith: .failure) {
      [path = path as String, call = call as FatalCall] in
      var bundle = try EditedBundle(try #require(ModelLoader().load(path).loaded))
      try bundle.apply([try EditParser.parse(try EditLine.words("add version 'Club 2'"))])
      try call.arm()
      try bundle.save()
      // Kinds of calls that saving does not make do not kill the process.
      exit(EXIT_FAILURE)
    }
    let isWhole = result.exitStatus == .exitCode(EXIT_FAILURE)
    let loaded = try BundleReader().read(path).versions.map(\.name)
    #expect(loaded == (isWhole ? ["Club", "Club 2"] : ["Club"]))
    var bundle = try open(path)
    if !isWhole { try bundle.apply([try edit("add version 'Club 2'")]) }
    try bundle.apply([try edit("add entity Cup")])
    try bundle.save()
    #expect(
      try FileReader().names(in: path)
        == [".xccurrentversion", "Club 2.xcdatamodel", "Club.xcdatamodel"]
    )
  }

  @Test("A bundle is read without the empty folder of a version that was never written")
  func emptyVersion() throws {
    try withBundle { path in
      try FileManager.default.createDirectory(
        atPath: path + "/Club 2.xcdatamodel",
        withIntermediateDirectories: false
      )
      var bundle = try open(path)
      try bundle.apply([try edit("add version 'Club 2' current=yes"), try edit("add entity Cup")])
      try bundle.save()
      #expect(ModelLoader().load(path).loaded?.model.entities.count == 4)
      #expect(try files(path) == ["Club 2.xcdatamodel", "Club.xcdatamodel"])
    }
  }

  @Test("A model is made from nothing")
  func new() throws {
    try withBundle { path in
      #expect(throws: EditProblem.self) { _ = try EditedBundle(newAt: path) }
      let path = path.replacing("Club.xcdatamodeld", with: "Made.xcdatamodeld")
      var bundle = try EditedBundle(newAt: path)
      try bundle.apply([
        try edit("add entity Note"), try edit("add attribute Note.text type=String"),
      ])
      try bundle.save()
      let outcome = ModelLoader().load(path)
      #expect(outcome.diagnostics.isEmpty)
      #expect(outcome.loaded?.model.entities.first?.attributes.first?.name == "text")
    }
  }

  @Test(
    "Names that would leave the bundle are refused",
    arguments: ["../x", "a/b", ".hidden", "club"]
  )
  func hostileNames(_ name: String) throws {
    try withBundle { path in
      var bundle = try open(path)
      #expect(throws: EditProblem.self) {
        try bundle.apply([.version(.add(name, from: nil, isCurrent: false))])
      }
    }
  }
}
