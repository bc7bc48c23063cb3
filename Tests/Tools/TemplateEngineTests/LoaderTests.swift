import Diagnostics
import Foundation
import Testing

@testable import TemplateEngine

@Suite final class LoaderTests {
  private let folder = FileManager.default.temporaryDirectory
    .appendingPathComponent("templates-\(UUID().uuidString)").resolvingSymlinksInPath()

  init() throws {
    let files = FileManager.default
    for name in ["one/sub", "two", "outside"] {
      try files.createDirectory(
        at: folder.appendingPathComponent(name),
        withIntermediateDirectories: true
      )
    }
    try write("first", "one/a.stencil")
    try write("second", "two/a.stencil")
    try write("only second", "two/b.stencil")
    try write("sub:{% include 'a.stencil' %}", "one/sub/c.stencil")
    try write("secret", "outside/secret")
    try write("{% if %}", "one/broken")
    try Data([0x61, 0xFF]).write(to: folder.appendingPathComponent("one/latin"))
    try files.createSymbolicLink(
      at: folder.appendingPathComponent("one/link"),
      withDestinationURL: folder.appendingPathComponent("outside/secret")
    )
    try files.createSymbolicLink(
      at: folder.appendingPathComponent("one/out"),
      withDestinationURL: folder.appendingPathComponent("outside")
    )
    try files.createSymbolicLink(
      at: folder.appendingPathComponent("one/alias"),
      withDestinationURL: folder.appendingPathComponent("one/a.stencil")
    )
    try files.createSymbolicLink(
      at: folder.appendingPathComponent("one/loop"),
      withDestinationURL: folder.appendingPathComponent("one/loop")
    )
  }

  deinit {
    try? FileManager.default.removeItem(at: folder)
  }

  private func write(_ text: String, _ name: String) throws {
    try Data(text.utf8).write(to: folder.appendingPathComponent(name))
  }

  private var loader: FolderLoader {
    FolderLoader([folder.path + "/one", folder.path + "/two/", folder.path + "/missing"])
  }

  @Test(arguments: [
    ("a.stencil", "first"), ("b.stencil", "only second"),
    ("sub/c.stencil", "sub:{% include 'a.stencil' %}"),
    ("alias", "first"), ("./a.stencil", "first"),
  ]) func finds(name: String, expected: String) throws {
    #expect(try loader.source(of: name).text == expected)
  }

  @Test func thePathIsTheOneThatWasGiven() throws {
    #expect(try loader.source(of: "a.stencil").path == folder.path + "/one/a.stencil")
    #expect(try loader.source(of: "b.stencil").path == folder.path + "/two/b.stencil")
  }

  @Test(arguments: [
    ("", "is not the name of a template"), ("..", "is not the name of a template"),
    ("../outside/secret", "is not the name of a template"),
    ("sub/../../outside/secret", "is not the name of a template"),
    ("/etc/passwd", "is not the name of a template"),
    ("a.stencil\0x", "is not the name of a template"),
    ("sub//c.stencil", "is not the name of a template"), ("link", "is a link that leads out"),
    ("out/secret", "is a link that leads out"), ("sub", "is not a file"),
    ("nothing", "there is no template 'nothing'"), ("loop", "there is no template 'loop'"),
    ("latin", "is not UTF-8"), (".", "is not a file"),
  ]) func refuses(name: String, expected: String) {
    let error = #expect(throws: TemplateLoadingError.self) { try loader.source(of: name) }
    #expect(error?.message.contains(expected) == true, "\(error?.message ?? "")")
  }

  @Test func aPipeIsNotWaitedFor() throws {
    let path = folder.path + "/one/pipe"
    #expect(mkfifo(path, 0o600) == 0)
    #expect(throws: TemplateLoadingError.self) { try loader.source(of: "pipe") }
  }

  @Test func aHugeFileIsRefused() throws {
    let path = folder.path + "/one/huge"
    #expect(FileManager.default.createFile(atPath: path, contents: nil))
    let file = try #require(FileHandle(forWritingAtPath: path))
    try file.truncate(atOffset: UInt64(FolderLoader.largestFile) + 1)
    try file.close()
    #expect(throws: TemplateLoadingError.self) { try loader.source(of: "huge") }
  }

  @Test func templatesOfFolders() throws {
    let environment = TemplateEnvironment(loader: loader)
    #expect(try environment.template(named: "sub/c.stencil").render() == "sub:first")
    #expect(
      problems("{% include 'broken' %}", environment: environment).first?
        .hasPrefix(folder.path + "/one/broken:1:1: template-syntax") == true
        || problems("{% include 'broken' %}", environment: environment).count > 0
    )
    let error = #expect(throws: TemplateError.self) {
      try Template(source: "{% include '../outside/secret' %}", path: "t", environment: environment)
        .render()
    }
    #expect(error?.diagnostics.first?.rule == "template-loading")
  }

  @Test func aTemplateIsReadOnce() throws {
    final class Counting: TemplateLoader, @unchecked Sendable {
      var count = 0
      func source(of name: String) throws(TemplateLoadingError) -> TemplateSource {
        count += 1
        return TemplateSource(text: "x", path: name)
      }
    }
    let loader = Counting()
    let environment = TemplateEnvironment(loader: loader)
    let template = try Template(
      source: "{% for i in 1...9 %}{% include 'a' %}{% endfor %}",
      path: "t",
      environment: environment
    )
    #expect(try template.render() == "xxxxxxxxx")
    #expect(try template.render() == "xxxxxxxxx")
    #expect(loader.count == 1)
  }

  @Test func aDictionarySuggests() {
    let loader = DictionaryLoader(["common": ""])
    let error = #expect(throws: TemplateLoadingError.self) { try loader.source(of: "comon") }
    #expect(
      error == TemplateLoadingError("there is no template 'comon'", hint: "did you mean 'common'?")
    )
  }
}
