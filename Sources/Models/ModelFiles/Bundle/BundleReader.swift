import Diagnostics
import Files
import ManagedModel

/// Determines the form of the model at a path, and its versions.
package struct BundleReader: Sendable {
  let files: FileReader

  package init(files: FileReader = FileReader()) {
    self.files = files
  }

  /// Returns the bundle at a path; throws if there is none.
  package func read(_ path: String) throws(DiagnosticError) -> ModelBundle {
    if path == "-" {
      return single(path: "-", name: "Model", contents: "-", form: .standardInput)
    }
    let path = path.trimmingSlashes
    guard let kind = files.kind(of: path) else {
      // A path may exist and still be unusable: a loop of links, or a folder without permission to enter it.
      throw DiagnosticError(
        .unreadableFile,
        at: path,
        "cannot read the model: \(reason(for: path))",
        hint: NearPath(files: files).hint(for: path)
      )
    }
    let named = PathName(files.namedPath(of: path))
    return switch (kind, named.fileExtension) {
    case (.folder, "xcdatamodeld"): try versioned(path, named.stem)
    case (.folder, "xcdatamodel"): single(folder: path, named.stem)
    case (.folder, "momd"): try compiledVersions(path, named.stem)
    case (.file, "mom"):
      ModelBundle(
        name: PathName(path).stem,
        path: path,
        form: .compiled,
        versions: [
          ModelVersion(name: PathName(path).stem, path: path, storage: .compiled)
        ],
        current: .unspecified
      )
    case (.file, "omo"):
      throw DiagnosticError(
        .unreadableFile,
        at: path,
        "an optimized model (.omo) cannot be read",
        hint: "name the .momd folder, or the .mom file beside it"
      )
    case (.file, _): single(file: path)
    case (.folder, _):
      throw DiagnosticError(
        .unreadableFile,
        at: path,
        "the folder is not a model",
        hint: "name a .xcdatamodeld, .xcdatamodel or .momd folder"
          + suggestion(in: path)
      )
    case (.other, _):
      throw DiagnosticError(.unreadableFile, at: path, "it is not a file or a folder")
    }
  }

  // MARK: Forms

  private func versioned(_ path: String, _ name: String) throws(DiagnosticError) -> ModelBundle {
    let versions = withoutLeftOvers(
      try names(in: path)
        .filter { PathName($0).fileExtension == "xcdatamodel" }
        .map { version(folder: path + "/" + $0, PathName($0).stem) }
        .sorted { $0.name.precedesNaturally($1.name) }
    )
    let currentFile = path + "/.xccurrentversion"
    var current = CurrentVersion.unspecified
    if files.kind(of: currentFile) != nil {
      do {
        current = CurrentVersionFile.read(try files.bytes(of: currentFile))
      } catch {
        current = .unreadable(reason: error.reason)
      }
    }
    return ModelBundle(
      name: name,
      path: path,
      form: .versioned,
      versions: versions,
      current: current
    )
  }

  /// The versions without empty folders left by killed programs, unless all are empty.
  private func withoutLeftOvers(_ versions: [ModelVersion]) -> [ModelVersion] {
    let begun = versions.filter { version in
      version.storage != .missing || !files.hasOnlyLeftOvers(version.path)
    }
    return begun.isEmpty ? versions : begun
  }

  private func compiledVersions(
    _ path: String,
    _ name: String
  ) throws(DiagnosticError) -> ModelBundle {
    let versions = try names(in: path)
      .filter { PathName($0).fileExtension == "mom" }
      .map { ModelVersion(name: PathName($0).stem, path: path + "/" + $0, storage: .compiled) }
      .sorted { $0.name.precedesNaturally($1.name) }
    return ModelBundle(
      name: name,
      path: path,
      form: .compiledVersions,
      versions: versions,
      current: compiledCurrentVersion(path)
    )
  }

  private func single(folder: String, _ name: String) -> ModelBundle {
    ModelBundle(
      name: name,
      path: folder,
      form: .single,
      versions: [version(folder: folder, name)],
      current: .unspecified
    )
  }

  /// A `contents` file is named for the folder around it.
  private func single(file: String) -> ModelBundle {
    let folder = String(file.dropLast(PathName(file).last.count))
    let parent = PathName(files.namedPath(of: folder.isEmpty ? "." : folder))
    let name = parent.fileExtension == "xcdatamodel" ? parent.stem : PathName(file).stem
    return single(path: file, name: name, contents: file, form: .single)
  }

  private func single(
    path: String,
    name: String,
    contents: String,
    form: ModelBundle.Form
  ) -> ModelBundle {
    ModelBundle(
      name: name,
      path: path,
      form: form,
      versions: [ModelVersion(name: name, path: contents, storage: .contents)],
      current: .unspecified
    )
  }

  private func version(folder: String, _ name: String) -> ModelVersion {
    let contents = folder + "/contents"
    if files.kind(of: contents) != nil {
      return ModelVersion(name: name, path: contents, storage: .contents)
    }
    let isLegacy = files.kind(of: folder + "/elements") == .file
    return ModelVersion(name: name, path: folder, storage: isLegacy ? .legacy : .missing)
  }

  // MARK: Failures

  private func names(in path: String) throws(DiagnosticError) -> [String] {
    do {
      return try files.names(in: path)
    } catch {
      throw DiagnosticError(.unreadableFile, at: path, "cannot read the folder: \(error.reason)")
    }
  }

  private func reason(for path: String) -> String {
    do {
      _ = try files.bytes(of: path)
      return "it cannot be opened"
    } catch {
      return error.reason
    }
  }

  /// A hint at the models inside a folder that is not a model itself.
  private func suggestion(in folder: String) -> String {
    let models = (try? files.names(in: folder))?.filter {
      ["xcdatamodeld", "xcdatamodel", "momd"].contains(PathName($0).fileExtension)
    }
    guard let first = models?.first else { return "" }
    return "; did you mean '\(folder)/\(first)'?"
  }
}

/// A diagnostic that ends the operation.
package struct DiagnosticError: Error, Sendable {
  package let diagnostic: Diagnostic

  package init(_ diagnostic: Diagnostic) {
    self.diagnostic = diagnostic
  }

  /// An error of a rule for models about a file.
  init(_ rule: ModelRule, at path: String, _ message: String, hint: String? = nil) {
    self.init(
      Diagnostic(.error, rule: rule.rawValue, message, at: Place(path: path), hint: hint)
    )
  }
}
