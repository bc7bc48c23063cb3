import Diagnostics
import Files
import ManagedModel
import ModelAdoption
import ModelFiles
import SwiftSource

/// The adoption of the sources of a program.
struct AdoptionRun {
  enum Mode {
    case rewriting
    case checking
    case showing

    /// Writes all files, adopted, into a folder.
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

  mutating func add(_ diagnostic: Diagnostic) { diagnostics.append(diagnostic) }

  /// Adopts the files of a module, and the models whose classes are moved into the sources.
  mutating func adopt(
    _ reading: SourceReading,
    _ module: SourceModule,
    _ models: [LoadedModel],
    _ rules: Set<AdoptionRule>
  ) {
    let editable = models.indices.filter { models[$0].version.storage == .contents }
    let adoption = Adoption(of: module, rules: rules, editableModels: Set(editable))
    let texts = adoption.texts
    // The models come first: otherwise classes would be both declared and generated after a failure.
    for (index, entities) in adoption.categoryEntities.sorted(by: { $0.key < $1.key }) {
      guard adopt(models[index], entities, reading.roots) else { return }
    }
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
        show(file.source.bytes, text.bytes, text.path)
      }
    }
    finish()
  }

  /// Changes the code generation of entities in a model file, or in its copy.
  ///
  /// - Returns: Whether the sources may be changed too.
  private mutating func adopt(
    _ model: LoadedModel,
    _ entities: [String],
    _ roots: [String]
  ) -> Bool {
    let path = model.version.path
    do {
      let bytes = try FileReader().bytes(of: path)
      let edit = ModelEdit(bytes, entities: entities)
      let names = edit.changes.map(\.entity).sorted().joined(separator: ", ")
      let message = "the code generation of \(names) becomes Category/Extension"
      changed += 1
      switch mode {
      case .rewriting:
        guard write(edit.bytes, to: path) else { return false }
        output += "\(path.visible): \(message)\n"
      case .checking:
        for change in edit.changes {
          diagnostics.append(
            Diagnostic(
              .warning,
              rule: AdoptionRule.overrides.id,
              "the class of '\(change.entity)' is generated and cannot have the overrides of extensions",
              at: FilePlaces(bytes, path: path).place(of: change.offset),
              hint: "'momgen adopt' changes the code generation to Category/Extension"
            )
          )
        }
      case .showing: show(bytes, edit.bytes, path)
      case .copying(let folder):
        let copy = ModelCopy(of: model, into: folder, below: roots)
        try copy.write(edit.bytes)
        output += "\(copy.path.visible): \(message)\n"
      }
      return true
    } catch {
      diagnostics.append(.cannotWrite(path, error))
      status = .usage
      return false
    }
  }

  /// The path of a copy: relative to the folder like the file is to the path on the command line.
  private func path(of path: String, below root: String, in folder: String) -> String {
    let prefix = root == "." ? "" : root.trimmingSlashes + "/"
    let relative =
      path.hasPrefix(prefix) && path != root
      ? String(path.dropFirst(prefix.count)) : PathName(path).last
    return folder.trimmingSlashes + "/" + relative
  }

  /// Notes that a generated file would have to be edited.
  private mutating func noteGenerated(_ file: AdoptedFile) {
    let isForAppleAlone = file.source.tokens.indices.contains { index in
      file.source.is(index, "objc") && !file.source.isInactiveOnLinux(index)
    }
    guard isForAppleAlone else { return }
    diagnostics.append(
      Diagnostic(
        .note,
        rule: RunRule.generatedSource.rawValue,
        "the file is generated and is not changed",
        at: Place(path: file.path),
        hint:
          "generate it for both platforms: with the template set 'portable', or 'xcode' and '--param portable'"
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

  /// The rules of edits with their counts, such as `key-paths (2), overrides`.
  private static func list(_ edits: [AdoptionEdit]) -> String {
    AdoptionRule.allCases.compactMap { rule in
      let count = Set(edits.filter { $0.rule == rule }.map(\.offset)).count
      return count == 0 ? nil : count == 1 ? rule.rawValue : "\(rule.rawValue) (\(count))"
    }.joined(separator: ", ")
  }

  private mutating func show(_ before: [UInt8], _ after: [UInt8], _ path: String) {
    output +=
      UnifiedDiff(
        from: String(decoding: before, as: UTF8.self),
        named: path,
        to: String(decoding: after, as: UTF8.self),
        named: path
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
