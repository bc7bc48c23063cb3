import CodeGeneration
import CorpusFiles
import Diagnostics
import Explanations
import Foundation
import ManagedModel
import ModelFiles
import ModelReview
import SQLSchema
import StoreMigration
import Testing

@testable import momgen

/// Everything that can be reported or thrown is explained, and nothing else is.
struct ExplainVerbTests {
  // MARK: Finding

  @Test(arguments: [
    ("missing-inverse", "missing-inverse"), ("R301", "missing-inverse"),
    ("r301", "missing-inverse"), ("134110", "NSMigrationError"),
    ("134_110", "NSMigrationError"), ("NSMigrationError", "NSMigrationError"),
    ("CocoaError.Code.migration", "NSMigrationError"), (".migration", "NSMigrationError"),
    ("OpenCoreDataUncertainSaveError", "OpenCoreDataUncertainSaveError"),
    ("fileReadCorruptFile", "CocoaError.fileReadCorruptFile"), ("usage", "usage"),
  ])
  func words(word: String, name: String) {
    let run = Run("explain", word)
    #expect(run.exitCode == 0)
    #expect(run.output.hasPrefix(name), "\(run.output)")
  }

  /// Two groups have a rule of this name.
  @Test func aNameOfTwoRulesGivesBoth() {
    let run = Run("explain", "missing-version")
    #expect(run.output.contains("The version that a bundle names exists in it."))
    #expect(run.output.contains("Every row has a version, which serves to detect conflicts."))
  }

  @Test func severalWords() {
    let run = Run("explain", "R301", "missing-inverse", "1570")
    #expect(run.output.contains("NSValidationMissingMandatoryPropertyError (1570)"))
    // A repeated name is explained once.
    #expect(run.output.components(separatedBy: "missing-inverse (R301)").count == 2)
  }

  @Test(arguments: [
    (["mising-inverse"], "'mising-inverse'", "did you mean 'missing-inverse'?"),
    (["NSMigratonError"], "'NSMigratonError'", "did you mean 'NSMigrationError'?"),
    (["134111111"], "'134111111'", "--list"),
    (["usage", "nothing-of-the-kind-at-all"], "'nothing-of-the-kind-at-all'", "--list"),
    ([], "RULE-OR-CODE is missing", "--list"),
    (["--format", "yaml", "usage"], "yaml", ""),
  ])
  func usageErrors(words: [String], message: String, hint: String) {
    let run = Run(words: ["explain"] + words)
    #expect(run.exitCode == 2)
    #expect(run.output.isEmpty)
    #expect(run.errorOutput.contains(message), "\(run.errorOutput)")
    #expect(hint.isEmpty || run.errorOutput.contains(hint), "\(run.errorOutput)")
  }

  @Test func aListOfSome() {
    let run = Run("explain", "--list", "usage", "134110")
    #expect(run.output.contains("Error codes\n  134110  NSMigrationError"))
    #expect(!run.output.contains("missing-inverse"))
  }

  @Test func jsonOfEverything() throws {
    let data = Data(Run("explain", "--list", "--format", "json").output.utf8)
    let list = try #require(JSONSerialization.jsonObject(with: data) as? [[String: Any]])
    #expect(list.count == Explanation.all.count)
    #expect(
      Set(list.compactMap { $0["group"] as? String })
        == Set(Explanation.Group.allCases.map(\.rawValue))
    )
  }

  @Test(arguments: ["bash", "zsh", "fish"])
  func completions(shell: String) {
    let script = Run("completions", shell).output
    for word in ["explain", "broken-inverse", "NSMigrationError", "134110"] {
      #expect(script.contains(word))
    }
  }

  // MARK: Completeness

  /// The switches over rules are exhaustive, so each has a text; here each text is unique.
  @Test func textsAreComplete() {
    var causes: [String: String] = [:]
    for explanation in Explanation.all {
      let name = explanation.name
      #expect(explanation.cause.count > 20 && explanation.remedy.count > 10, "\(name)")
      #expect(explanation.summary.hasSuffix("."), "\(name)")
      for text in [explanation.cause, explanation.remedy] {
        #expect(text.contains { ".:?".contains($0) }, "\(name): \(text)")
      }
      if let other = causes.updateValue(name, forKey: explanation.cause), explanation.group != .lint
      {
        Issue.record("\(name) has the text of \(other)")
      }
      let run = Run("explain", name)
      #expect(run.exitCode == 0)
      #expect(run.output.split(separator: "\n").allSatisfy { $0.count <= 110 }, "\(name)")
    }
  }

  /// All words lead to their explanations.
  @Test func namesAreUnique() {
    for group in Explanation.Group.allCases {
      let names = Explanation.members(of: group).flatMap { [$0.name] + $0.otherNames }
      #expect(Set(names).count == names.count, "\(group)")
    }
  }

  /// Rules are cases of enums, for which explanations exist; so the sources never name a rule by a string.
  @Test func noRuleIsNamedByAText() throws {
    for (path, text) in try Self.sources(besides: ["league", "LeagueOperations", "LeagueWeb"]) {
      let named = text.matches(of: /rule: "[^"]+"|RuleDescription\(\s*"/)
      #expect(named.isEmpty, "\(path): \(named.map { $0.output })")
    }
  }

  // MARK: Codes

  private static let codes = Explanation.members(of: .error)

  /// The public constants for codes, with their numbers, and those that the sources throw.
  @Test func everyCodeIsExplained() throws {
    var declared: [String: String] = [:]
    var thrown: Set<String> = []
    for (path, text) in try sources(of: "CoreData") {
      for match in text.matches(
        of: /public (?:var|let) ((?:NS|OpenCoreData)\w+Error)\b[^=\n{]*[={] ([0-9_]+)/
      ) {
        declared[String(match.1)] = match.2.filter { $0 != "_" }
      }
      guard !path.contains("/Errors/") else { continue }
      thrown.formUnion(
        text.matches(of: /\bNS\w+Error\b|\bOpenCoreData\w+Error\b/).map { String($0.0) }
      )
      thrown.formUnion(
        text.matches(of: /CocoaError(?:\.Code\.|\(\s*\.)(\w+)/).map { "CocoaError.\($0.1)" }
      )
      // The codes of files are also named without their type, where a switch chooses one.
      thrown.formUnion(
        text.matches(of: /\W\.(file(?:NoSuch|Read|Write)[A-Z]\w+)/).map { "CocoaError.\($0.1)" }
      )
    }
    // One code has no constant.
    let literals = try sources(of: "CoreData").flatMap { source in
      source.text.matches(of: /error\(\s*([0-9_]{4,})\s*,/).map { $0.1.filter { $0 != "_" } }
    }
    #expect(
      Set(literals)
        == Set(Self.codes.filter { $0.name.hasPrefix("Cocoa error ") }.map { $0.otherNames[0] })
    )
    // Codes of the rules that attributes have fields for come from the model.
    let validation = [
      ValidationCode.numberTooLarge, .numberTooSmall, .dateTooLate, .dateTooSoon,
      .stringTooLong, .stringTooShort, .stringPatternMatching,
    ]
    for code in validation {
      thrown.formUnion(Self.codes.filter { $0.otherNames == ["\(code.rawValue)"] }.map(\.name))
    }
    let own = Self.codes.filter { $0.name.hasPrefix("NS") || $0.name.hasPrefix("OpenCoreData") }
    #expect(
      Dictionary(own.map { ($0.name, $0.otherNames[0]) }, uniquingKeysWith: { a, _ in a })
        == declared
    )
    for code in own {
      let isThrown = code.circumstances == nil
      #expect(thrown.contains(code.name) == isThrown, "\(code.name)")
    }
    let cocoa = Set(thrown.filter { $0.hasPrefix("CocoaError.") && !$0.hasSuffix(".rawValue") })
      .subtracting(["CocoaError.Code"])
    #expect(Set(Self.codes.map(\.name).filter { $0.hasPrefix("CocoaError.") }) == cocoa)
    for code in Self.codes where code.name.hasPrefix("CocoaError.") {
      #expect(Self.cocoaNumbers[code.name] == code.otherNames[0], "\(code.name)")
    }
  }

  private static let cocoaNumbers: [String: String] = [
    "CocoaError.fileNoSuchFile": "\(CocoaError.Code.fileNoSuchFile.rawValue)",
    "CocoaError.fileReadUnknown": "\(CocoaError.Code.fileReadUnknown.rawValue)",
    "CocoaError.fileReadNoPermission": "\(CocoaError.Code.fileReadNoPermission.rawValue)",
    "CocoaError.fileReadCorruptFile": "\(CocoaError.Code.fileReadCorruptFile.rawValue)",
    "CocoaError.fileReadNoSuchFile": "\(CocoaError.Code.fileReadNoSuchFile.rawValue)",
    "CocoaError.fileReadUnsupportedScheme": "\(CocoaError.Code.fileReadUnsupportedScheme.rawValue)",
    "CocoaError.fileWriteUnknown": "\(CocoaError.Code.fileWriteUnknown.rawValue)",
    "CocoaError.fileWriteVolumeReadOnly": "\(CocoaError.Code.fileWriteVolumeReadOnly.rawValue)",
    "CocoaError.fileWriteNoPermission": "\(CocoaError.Code.fileWriteNoPermission.rawValue)",
    "CocoaError.fileWriteOutOfSpace": "\(CocoaError.Code.fileWriteOutOfSpace.rawValue)",
    "CocoaError.formatting": "\(CocoaError.Code.formatting.rawValue)",
    "CocoaError.userCancelled": "\(CocoaError.Code.userCancelled.rawValue)",
    "CocoaError.featureUnsupported": "\(CocoaError.Code.featureUnsupported.rawValue)",
    "CocoaError.coderValueNotFound": "\(CocoaError.Code.coderValueNotFound.rawValue)",
    "CocoaError.coderInvalidValue": "\(CocoaError.Code.coderInvalidValue.rawValue)",
  ]

  private func sources(of target: String) throws -> [(path: String, text: String)] {
    try Self.sources(besides: []).filter { $0.path.contains("/\(target)/") }
  }

  /// The Swift files of the package's targets.
  private static func sources(besides targets: [String]) throws -> [(path: String, text: String)] {
    let folder = Corpus.package.appending(path: "Sources")
    let enumerator = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
    var found: [(String, String)] = []
    while let url = enumerator?.nextObject() as? URL {
      guard url.pathExtension == "swift", !url.path.contains(".docc/"),
        !targets.contains(where: { url.path.contains("/\($0)/") })
      else { continue }
      found.append((url.path, try String(contentsOf: url, encoding: .utf8)))
    }
    #expect(found.count > 300)
    return found
  }

  // MARK: Pointing to it

  /// A terminal shows the page with details, once; logs do not have the line.
  @Test func theReportNamesTheVerb() throws {
    var environment = VerbEnvironment(
      errorConditions: OutputConditions(isTerminal: true, variable: { _ in "1" }),
      width: 80
    )
    let words = ["lint", SampleModel.path("League")]
    func lines(_ words: [String]) -> [String] {
      String(decoding: Momgen.run(words, in: environment).errorOutput, as: UTF8.self)
        .split(separator: "\n").map(String.init)
    }
    let line = "More about a problem: momgen explain outdated-current-version"
    #expect(lines(words).filter { $0 == line }.count == 1)
    #expect(lines(words).last == line)
    #expect(!lines(["lint"] + ["--frob"]).contains { $0.contains("momgen explain") })
    #expect(!lines(words + ["--diagnostics", "json"]).contains { $0.contains("More about") })
    environment = .plain
    #expect(!lines(words).contains { $0.contains("More about") })
  }
}
