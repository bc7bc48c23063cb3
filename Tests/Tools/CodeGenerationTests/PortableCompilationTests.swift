import BuiltPrograms
import CorpusFiles
import Foundation
import ManagedModel
import ModelFiles
import Testing

@testable import CodeGeneration

/// The files that `portable` and `stack` generate from every model compile without a warning, in both
/// language modes, whatever the target's default isolation and the access level of its imports.
struct PortableCompilationTests {
  @Test(
    .enabled(if: BuiltModules.isThere),
    arguments: CompilerRun.models
  )
  func compiles(path: String) throws {
    let loaded = try #require(ModelLoader().load(path).loaded)
    let model = ContextModel(loaded)
    let portable = try RenderedSet("portable", model, parameters: ["files=model"]).files.values
    let all = try portable.map(\.text) + RenderedSet("stack", model).files.values.map(\.text)
    let mode = path.utf8.count.isMultiple(of: 2) ? "5" : "6"
    let messages = try CompilerRun(mode: mode).messages(all, CompilerRun.ownTypes(of: model))
    #expect(messages == "", "\(Corpus.package.path) \(path)")
  }

  /// The part for Apple's platforms, as far as a compiler without Objective-C can check it.
  @Test(.enabled(if: BuiltModules.isThere), arguments: ["Company", "Everything", "League"])
  func applePartCompiles(name: String) throws {
    let path = Corpus.package.appending(path: "Models/\(name).xcdatamodeld").path
    let model = ContextModel(try #require(ModelLoader().load(path).loaded))
    let files = try RenderedSet("portable", model).files.values.map { file in
      file.text.replacing("canImport(ObjectiveC)", with: "canImport(CoreData)")
        .replacing(/@objc(\(\w+\))? ?/, with: "")
    }
    let messages = try CompilerRun(mode: "6").messages(files, CompilerRun.ownTypes(of: model))
    #expect(messages == "")
  }

  /// A target in which every use of an unsafe construct must be marked accepts generated files unchanged.
  @Test(
    .enabled(if: BuiltModules.isThere),
    arguments: ["Company", "Everything", "League"],
    ["files=model", "files=model primitives"]
  )
  func isMemorySafe(name: String, parameters: String) throws {
    let path = Corpus.package.appending(path: "Models/\(name).xcdatamodeld").path
    let model = ContextModel(try #require(ModelLoader().load(path).loaded))
    let parameters = parameters.split(separator: " ").map(String.init)
    let portable = try RenderedSet("portable", model, parameters: parameters).files.values
    let stack = try RenderedSet("stack", model).files.values
    let files = portable.map(\.text) + stack.map(\.text)
    // User info may request primitive accessors too.
    if parameters.contains("primitives") {
      #expect(files.contains { $0.contains("primitive") })
    }
    for mode in ["5", "6"] {
      var run = CompilerRun(mode: mode)
      run.isStrictlySafe = true
      #expect(try run.messages(files, CompilerRun.ownTypes(of: model)) == "", "\(mode)")
    }
  }

  /// The check above detects unsafe code.
  @Test(.enabled(if: BuiltModules.isThere)) func unsafeCodeIsSeen() throws {
    var run = CompilerRun(mode: "6")
    run.isStrictlySafe = true
    let file = "func f(_ x: UnsafePointer<Int>) -> Int { x.pointee }\n"
    #expect(try run.messages([file], "").contains("unsafe"))
  }

  /// Names that try to become code.
  @Test(.enabled(if: BuiltModules.isThere))
  func hostileNamesCompile() throws {
    let resolved = ResolvedModel(HostileModel.model)
    let model = ContextModel(resolved, name: "\"\\(x)\n", version: "*/")
    let portable = try RenderedSet("portable", model, parameters: ["files=model"]).files.values
    let files = try portable.map(\.text) + RenderedSet("stack", model).files.values.map(\.text)
    let messages = try CompilerRun(mode: "6").messages(files, CompilerRun.ownTypes(of: model))
    let errors = messages.split(separator: "\n").filter {
      $0.hasPrefix("/") && $0.contains("error:")
    }
    #expect(errors == [])
  }
}

/// A run of the compiler over generated files, with the module `CoreData` that this build made.
struct CompilerRun {
  var mode: String

  /// Whether imports without an access level are internal.
  var isInternalByDefault = true

  /// Whether every unmarked use of an unsafe construct is a warning.
  var isStrictlySafe = false

  /// The models of the project and of the collection, every version.
  static var models: [String] {
    let samples = FileManager.default.enumerator(
      at: Corpus.package.appending(path: "Models"),
      includingPropertiesForKeys: nil
    )
    let own = (samples?.compactMap { $0 as? URL } ?? [])
      .filter { $0.lastPathComponent == "contents" }
    return (own + (Corpus.isAvailable() ? Corpus.contents : []))
      .filter { $0.lastPathComponent == "contents" }
      .map { $0.deletingLastPathComponent().path }.sorted()
  }

  func messages(_ files: [String], _ ownTypes: String) throws -> String {
    let scratch = try Scratch()
    var paths = [try scratch.write(ownTypes, to: "Own.swift")]
    for (index, file) in files.enumerated() {
      paths.append(try scratch.write(file, to: "\(index)/Generated\(index).swift"))
    }
    let log = try scratch.write("", to: "log")
    let compiler = Process()
    compiler.executableURL = URL(filePath: "/usr/bin/env")
    compiler.arguments =
      [
        "swiftc", "-typecheck", "-parse-as-library", "-module-name", "Generated", "-swift-version",
        mode, "-default-isolation", "MainActor", "-package-name", "p",
      ] + BuiltModules.flags
      + (isStrictlySafe ? ["-strict-memory-safety"] : [])
      + (["ExistentialAny", "MemberImportVisibility"]
      + (isInternalByDefault ? ["InternalImportsByDefault"] : []))
      .flatMap { ["-enable-upcoming-feature", $0] } + paths
    compiler.standardError = try FileHandle(forWritingTo: URL(filePath: log))
    try compiler.run()
    compiler.waitUntilExit()
    return try String(contentsOfFile: log, encoding: .utf8)
  }

  /// Declarations that users write: classes of some entities, types in user info.
  static func ownTypes(of model: ContextModel) -> String {
    var text = ""
    var known = Set(KnownTypes.modules.keys).union(model.naming.classNames)
    for index in model.resolved.entities.indices where model.ownsClass(index) {
      let entity = model.resolved.entities[index].entity
      guard entity.codeGeneration == .category || !model.isGenerated(index) else { continue }
      let superclass = model.superclassEntity(of: index).map(model.typing.className(of:))
      text += "nonisolated public class \(model.typing.className(of: index)): "
      text += "\(superclass ?? "NSManagedObject") {}\n"
    }
    for attribute in model.model.entities.flatMap(\.attributes) {
      let type = model.typing.type(of: attribute)
      if type.wrapper == .rawRepresentable, known.insert(type.value).inserted {
        let value = attribute.type == .string ? "\"a\"" : "1"
        text += "nonisolated public enum \(type.value): \(type.storage) { case a = \(value) }\n"
      }
      guard attribute.type == .transformable else { continue }
      for word in type.storage.split(whereSeparator: { !$0.isLetter && !$0.isNumber }) {
        guard known.insert(String(word)).inserted, word != "Any" else { continue }
        text += "nonisolated public class \(word): NSObject {}\n"
      }
    }
    // The compiler warns of an unnecessarily public import.
    let names = text.contains("NSManagedObject") || text.contains("NSObject")
    return (names ? "public import CoreData\n" : "import CoreData\n") + text
  }
}
