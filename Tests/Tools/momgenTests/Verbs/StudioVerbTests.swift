import BuiltPrograms
import Diagnostics
import Foundation
import ModelFiles
import Testing

@testable import momgen

/// The arguments that choose the page of the studio.
struct StudioVerbTests {
  private let scratch: Scratch

  init() throws {
    scratch = try Scratch()
    try scratch.write("<model/>", to: "models/Club.xcdatamodel/contents")
    try scratch.write("SQLite format 3\0and more", to: "models/Club.sqlite")
    try scratch.write("SQLite format 3\0and more", to: "stores/A.sqlite")
    try scratch.write("SQLite format 3\0and more", to: "two/A.sqlite")
    try scratch.write("SQLite format 3\0and more", to: "two/B.db")
    try scratch.write("nothing", to: "empty/Text.txt")
  }

  @Test("A model, a store or the only one of a folder is shown")
  func subjects() throws {
    let club = scratch.path("models/Club.xcdatamodel")
    let store = scratch.path("stores/A.sqlite")
    let url = "postgresql://ann:secret@host/club"
    for (place, named, model, shown) in [
      (club, nil, club, nil), (scratch.path("models"), nil, club, nil), (club, store, club, store),
      (club, url, club, url), (store, nil, nil, store), (scratch.path("stores"), nil, nil, store),
      (url, nil, nil, url),
    ] as [(String, String?, String?, String?)] {
      let subject = try StudioSubject(at: place, store: named, isNew: false)
      #expect(subject.model == model)
      #expect(subject.store == shown)
    }
  }

  @Test("A store that cannot be shown is an error with a hint, without passwords")
  func mistakes() {
    let store = scratch.path("stores/A.sqlite")
    let url = "postgresql://ann:secret@host/club"
    for (place, named, message) in [
      (store, store, "two stores are named"), (url, store, "two stores are named"),
      (scratch.path("empty/Text.txt"), nil, "it is neither a model nor a store"),
      (scratch.path("empty"), nil, "there is no model in the folder"),
      (scratch.path("two"), nil, "the folder has 2 stores"),
      (scratch.path("stores"), store, "there is no model in the folder"),
    ] as [(String, String?, String)] {
      let error = #expect(throws: DiagnosticError.self) {
        try StudioSubject(at: place, store: named, isNew: false)
      }
      #expect(error?.diagnostic.message == message)
      #expect(error?.diagnostic.hint != nil)
      #expect("\(String(describing: error))".contains("secret") == false)
    }
  }

  @Test("A model is created only where none exists, and only under the name of a model")
  func creation() throws {
    let path = scratch.path("models/New.xcdatamodeld")
    #expect(try StudioSubject(at: path + "/", store: nil, isNew: true).model == path)
    for wrong in [scratch.path("models/Club.xcdatamodel"), scratch.path("models"), "New", ""] {
      #expect(throws: DiagnosticError.self) {
        try StudioSubject(at: wrong, store: nil, isNew: true)
      }
    }
  }

  @Test("A store is edited only with --edit, and one on a server only without a copy")
  func editing() throws {
    let club = scratch.path("models/Club.xcdatamodel")
    let store = scratch.path("stores/A.sqlite")
    let url = "postgresql://ann:secret@host/club"
    for (named, isEdited, makesBackup, word) in [
      (nil, false, true, "read"), (store, false, true, "read"), (store, true, true, "edit"),
      (store, true, false, "edit-without-backup"), (url, true, false, "edit-without-backup"),
      (url, false, true, "read"),
      (nil, true, true, nil), (url, true, true, nil), (store, false, false, nil),
    ] as [(String?, Bool, Bool, String?)] {
      let subject = try StudioSubject(at: club, store: named, isNew: false)
      guard let word else {
        let error = #expect(throws: DiagnosticError.self) {
          try subject.editing(isEdited: isEdited, makesBackup: makesBackup)
        }
        #expect("\(String(describing: error))".contains("secret") == false)
        continue
      }
      #expect(try subject.editing(isEdited: isEdited, makesBackup: makesBackup) == word)
    }
  }

  @Test("momgen starts without the libraries of a web server and without Foundation")
  func libraries() throws {
    let program = try #require(BuiltPrograms.path(of: "momgen"))
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = ["ldd", program]
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    #expect(text.contains("libxml2"))
    for library in ["microhttpd", "libpq", "Foundation"] {
      #expect(!text.contains(library), "\(library)")
    }
  }
}
