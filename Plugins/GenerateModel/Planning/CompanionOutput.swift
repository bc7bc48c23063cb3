import Foundation

/// The file with the accessors of the `@NSManaged` declarations of a target.
struct CompanionOutput {
  /// The Swift files of the target, and generated ones with such declarations.
  let sources: [URL]
  let module: String

  /// The models whose classes they declare, each in the version that is built; models in code are not included.
  let models: [URL]

  /// The modules of the package that the target depends on, whose types may occur in its declarations.
  let imported: [ImportedModule]

  /// The files of the models.
  private let modelFiles: [URL]

  /// A module whose sources are read.
  struct ImportedModule {
    let name: String
    let sources: [URL]
  }

  /// The companion that a target needs; nil if no source has such a declaration.
  ///
  /// - Parameters:
  ///   - module: The name of the target's module.
  ///   - sources: The files of the target.
  ///   - imported: The modules of the package that the target depends on.
  ///   - outputs: The outputs of the build for the target.
  ///   - folder: The folder of these outputs.
  init?(
    of module: String,
    sources: [URL],
    imported: [ImportedModule] = [],
    outputs: [BuildOutput],
    in folder: URL
  ) {
    let swift = sources.filter { $0.pathExtension == "swift" }
    let made = outputs.filter(\.template.declaresManaged).flatMap {
      $0.outputFiles(in: folder.appending(path: $0.folderName))
    }
    guard !made.isEmpty || swift.contains(where: Self.declaresManaged(in:)) else { return nil }
    self.sources = swift + made
    self.module = module
    self.imported = imported
    var models: [URL] = []
    var modelFiles: [URL] = []
    for output in outputs where !models.contains(output.versionedModel) {
      models.append(output.versionedModel)
      modelFiles += [output.model] + output.model.contents
    }
    self.models = models
    self.modelFiles = modelFiles
  }

  /// Whether a file may contain such a declaration, outside of comments and of code for Objective-C;
  /// the program checks exactly.
  static func declaresManaged(in file: URL) -> Bool {
    guard let bytes = try? Data(contentsOf: file),
      bytes.firstRange(of: Data("@NSManaged".utf8)) != nil
    else { return false }
    // The nesting depth, counted from a block for Objective-C.
    var depth = 0
    for line in String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline) {
      let text = line.drop { $0 == " " || $0 == "\t" }
      if text.hasPrefix("#if") {
        if depth > 0 || text.hasPrefix("#if canImport(ObjectiveC)") { depth += 1 }
      } else if text.hasPrefix("#endif") {
        depth = max(depth - 1, 0)
      } else if text.hasPrefix("#else"), depth == 1 {
        depth = 0
      } else if depth == 0, let range = text.firstRange(of: "@NSManaged"),
        !text[..<range.lowerBound].contains("//"), !text.hasPrefix("*")
      {
        return true
      }
    }
    return false
  }

  /// The arguments of the command that writes the file into a folder.
  func words(in folder: URL) -> [String] {
    var words = ["generate"] + models.map(\.path)
    words += sources.flatMap { ["--companions", $0.path] }
    words += imported.flatMap { module in
      module.sources.flatMap { ["--imported", "\(module.name)=\($0.path)"] }
    }
    return words
      + ["--module", module, "--output", outputFile(in: folder).path, "--force", "--quiet"]
  }

  var inputFiles: [URL] {
    sources + imported.flatMap(\.sources) + modelFiles
  }

  func outputFile(in folder: URL) -> URL {
    folder.appending(path: "\(module)+CoreDataCompanions.swift")
  }
}
