import Diagnostics
import Files
import ManagedModel
import ModelFiles
import TemplateEngine

/// Finds template sets: those bundled with the program, and those on disk.
package struct TemplateLibrary: Sendable {
  let programVersion: String
  private let files: [BundledFile]

  /// - Parameters:
  ///   - programVersion: The version of the program, for sets that require a newer one.
  ///   - bundled: The bundled sets.
  package init(programVersion: String, bundled: [BundledFile] = BundledFile.all) {
    self.programVersion = programVersion
    files = bundled
  }

  /// The result of looking for a set: the set if it is usable, and diagnostics.
  package struct Finding: Sendable {
    package var set: TemplateSet?
    package var diagnostics: [Diagnostic] = []
  }

  /// The name of the file that describes a set.
  package static let description = "set.json"

  private static let largestDescription = 1 << 20

  /// The names of the bundled sets, sorted.
  package var bundledNames: [String] {
    Set(files.map(\.set)).sortedByCodePoint()
  }

  /// The files of a bundled set in the order of their paths; none if there is no such set.
  package func bundledFiles(of name: String) -> [BundledFile] {
    files.filter { $0.set == name }
  }

  /// Whether a reference means a single template.
  package func isSingleTemplate(_ reference: TemplateReference) -> Bool {
    guard reference.isPath || !bundledNames.contains(reference.text) else { return false }
    return FileReader().kind(of: reference.path) == .file
  }

  /// Returns the set that a reference means.
  ///
  /// A plain name is looked for among the bundled sets first.
  ///
  /// - Parameters:
  ///   - reference: The name of a set, its folder, or a template.
  ///   - fileName: The name of the file that a single template generates.
  /// - Returns: The set, or diagnostics.
  package func set(
    _ reference: TemplateReference,
    making fileName: String = "output"
  ) -> Finding {
    if !reference.isPath, bundledNames.contains(reference.text) {
      return bundledSet(reference.text)
    }
    let path = reference.path
    switch FileReader().kind(of: path) {
    case .folder?: return folderSet(path)
    case .file?: return Finding(set: .single(path, making: fileName))
    default: return Finding(diagnostics: [unknown(reference)])
    }
  }

  /// The bundled set of a name.
  private func bundledSet(_ name: String) -> Finding {
    let files = bundledFiles(of: name)
    let description = files.first { $0.path == Self.description }
    return read(
      (description?.text ?? "").utf8,
      path: "\(name)/\(Self.description)",
      name: name,
      origin: .bundled,
      loader: BundledLoader(files)
    )
  }

  private func folderSet(_ path: String) -> Finding {
    let file = path.hasSuffix("/") ? path + Self.description : "\(path)/\(Self.description)"
    do throws(FileProblem) {
      return read(
        try FileReader(maximumBytes: Self.largestDescription).bytes(of: file),
        path: file,
        name: path.trimmingSlashes,
        origin: .folder(path),
        loader: FolderLoader([path])
      )
    } catch {
      let problem = "cannot read the description of the template set: \(error.reason)"
      return Finding(
        diagnostics: [
          Diagnostic(.error, rule: PlanRule.badSet.rawValue, problem, at: Place(path: file))
        ]
      )
    }
  }

  private func read(
    _ bytes: some Sequence<UInt8>,
    path: String,
    name: String,
    origin: TemplateSet.Origin,
    loader: any TemplateLoader
  ) -> Finding {
    var reader = TemplateSetReader(programVersion: programVersion, loader: loader)
    let set = reader.read(bytes, path: path, name: name, origin: origin)
    return Finding(set: set, diagnostics: reader.collector.diagnostics)
  }

  /// Reports a reference that matches no template set.
  func unknown(_ reference: TemplateReference) -> Diagnostic {
    Diagnostic(
      .error,
      rule: PlanRule.unknownTemplate.rawValue,
      "there is no template \(reference.isPath ? "" : "set ")'\(reference.text.visible)'",
      at: reference.place,
      hint: (reference.isPath ? NearPath().hint(for: reference.path) : nil)
        ?? Suggestion.didYouMean(reference.text, among: bundledNames)
        ?? "'momgen templates list' names those that are built in"
    )
  }
}
