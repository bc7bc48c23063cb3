import Diagnostics
import ManagedModel
import ModelAdoption
import ModelFiles
import SwiftSource

/// The sources of a program being adopted.
struct AdoptionRun {
  enum Mode {
    case rewriting
    case checking
    case showing

    /// Writing all files, adopted, into a folder.
    case copying(String)
  }

  let mode: Mode
  private(set) var output = ""
  private(set) var diagnostics: [Diagnostic] = []
  private(set) var status = ExitStatus.success
  private var changed = 0

  init(_ mode: Mode) {
    self.mode = mode
  }

  /// Adopts the files of a module.
  mutating func adopt(_ reading: SourceReading, _ module: SourceModule, _ rules: Set<AdoptionRule>)
  {
    let texts = Adoption(of: module, rules: rules).texts
    for (index, text) in texts.enumerated() {
      let file = module.files[index]
      reportFindings(text, in: file)
      if file.isGenerated, text.edits.isEmpty { noteGenerated(file) }
      switch mode {
      case .copying(let folder):
        write(text.bytes, to: path(of: file.path, below: reading.roots[index], in: folder))
        if !text.edits.isEmpty { changed += 1 }
      case _ where text.edits.isEmpty: break
      case .rewriting:
        changed += 1
        if write(text.bytes, to: file.path) { conclude(text, "adopted") }
      case .checking:
        changed += 1
        reportEdits(text, in: file)
      case .showing:
        changed += 1
        show(text, file)
      }
    }
    finish()
  }

  /// The path of a copy: below the folder as the file is below the one that the command line names.
  private func path(of path: String, below root: String, in folder: String) -> String {
    let prefix = root == "." ? "" : root.trimmingSlashes + "/"
    let relative =
      path.hasPrefix(prefix) && path != root
      ? String(path.dropFirst(prefix.count)) : PathName(path).last
    return folder.trimmingSlashes + "/" + relative
  }

  /// A note about a file of a tool that would have to be edited.
  private mutating func noteGenerated(_ file: AdoptedFile) {
    guard file.source.tokens.indices.contains(where: { file.source.is($0, "NSManaged") }) else {
      return
    }
    diagnostics.append(
      Diagnostic(
        .note,
        rule: RunRule.generatedSource.rawValue,
        "the file is generated, and left alone",
        at: Place(path: file.path),
        hint: "generate it for both platforms: 'momgen generate --template portable'"
      )
    )
  }

  @discardableResult
  private mutating func write(_ bytes: [UInt8], to path: String) -> Bool {
    do {
      if let slash = path.lastIndex(of: "/") { try FileWriter().makeFolder(String(path[..<slash])) }
      try FileWriter().write(bytes, to: path)
      return true
    } catch {
      diagnostics.append(.cannotWrite(path, error))
      status = .usage
      return false
    }
  }

  private mutating func conclude(_ text: AdoptedText, _ verb: String) {
    output += "\(text.path.visible): \(verb) \(Self.list(text.edits))\n"
  }

  /// The rules of edits and how often each was followed, such as `key-paths (2), overrides`.
  private static func list(_ edits: [AdoptionEdit]) -> String {
    AdoptionRule.allCases.compactMap { rule in
      let count = Set(edits.filter { $0.rule == rule }.map(\.offset)).count
      return count == 0 ? nil : count == 1 ? rule.rawValue : "\(rule.rawValue) (\(count))"
    }.joined(separator: ", ")
  }

  private mutating func show(_ text: AdoptedText, _ file: AdoptedFile) {
    output +=
      UnifiedDiff(
        from: String(decoding: file.source.bytes, as: UTF8.self),
        named: text.path,
        to: String(decoding: text.bytes, as: UTF8.self),
        named: text.path
      ).text
  }

  private mutating func reportEdits(_ text: AdoptedText, in file: AdoptedFile) {
    let places = FilePlaces(file)
    var seen: Set<String> = []
    for edit in text.edits where seen.insert("\(edit.rule)\(edit.offset)").inserted {
      diagnostics.append(
        Diagnostic(
          .warning,
          rule: edit.rule.id,
          edit.message,
          at: places.place(of: edit.offset),
          hint: "'momgen adopt' edits it"
        )
      )
    }
  }

  private mutating func reportFindings(_ text: AdoptedText, in file: AdoptedFile) {
    guard !text.findings.isEmpty else { return }
    let places = FilePlaces(file)
    for finding in text.findings {
      if status == .success { status = .findings }
      diagnostics.append(
        Diagnostic(
          .warning,
          rule: finding.rule.id,
          finding.message,
          at: places.place(of: finding.offset),
          hint: finding.hint
        )
      )
    }
  }

  private mutating func finish() {
    switch mode {
    case .checking, .showing:
      if changed > 0, status == .success { status = .findings }
    case .copying(let folder):
      output += "\(folder.visible): adopted \(changed == 1 ? "1 file" : "\(changed) files")\n"
    case .rewriting: break
    }
    if case .showing = mode { output += "This was a dry run: nothing was changed.\n" }
  }
}
