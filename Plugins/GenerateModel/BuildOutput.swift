import Foundation

/// One run of a template set for one model, as part of a build.
struct BuildOutput {
  let model: URL
  let template: TemplateFiles

  /// The names of the files that are made, by what the template set calls them.
  let fileNames: [String: String]

  /// Those whose names a `momgen.json` gives.
  private let renamed: Set<String>

  /// The words of the command line that say more.
  let options: [String]

  /// What is read beside the model.
  let otherInputs: [URL]

  /// The folder of the files: no two outputs of a target share one, so that they never wait for
  /// one another.
  let folderName: String

  /// What `momgen generate` is told beside the model and the folder.
  ///
  /// The names of what the program's own sets make are the same here and there, unless changed.
  var words: [String] {
    let names = fileNames.filter { renamed.contains($0.key) }.sorted { $0.key < $1.key }
    return ["--template", template.reference] + options
      + names.flatMap { ["--file-name", "\($0.key)=\($0.value)"] }
  }

  /// Folders are among them: a version that is added or removed changes the folder it is in.
  var inputFiles: [URL] {
    [model] + model.contents + template.files + otherInputs
  }
}

extension BuildOutput {
  /// What is to be made for the target in a folder.
  ///
  /// - Parameters:
  ///   - folder: The folder of the target.
  ///   - others: The paths of folders that belong to other targets.
  /// - Returns: The outputs in a stable order.
  /// - Throws: What is wrong with the target's `momgen.json`.
  static func all(in folder: URL, without others: Set<String>) throws -> [Self] {
    let file = folder.appending(path: "momgen.json")
    guard FileManager.default.fileExists(atPath: file.path) else {
      return try folder.models(without: others).map { model in
        try Self(model, TargetConfiguration.Output.standard, number: 0, in: folder, from: nil)
      }
    }
    let configuration = try TargetConfiguration(file)
    return try configuration.models.flatMap { model in
      try model.outputs.enumerated().filter { $0.element.output == nil }.map { number, output in
        try Self(
          folder.appending(path: model.path).standardizedFileURL,
          output,
          version: model.version,
          number: number,
          in: folder,
          from: file
        )
      }
    }
  }

  private init(
    _ model: URL,
    _ output: TargetConfiguration.Output,
    version: String? = nil,
    number: Int,
    in folder: URL,
    from file: URL?
  ) throws {
    let name = model.deletingPathExtension().lastPathComponent
    self.model = model
    template = TemplateFiles(output.template, in: folder)
    options =
      (version.map { ["--model-version", $0] } ?? [])
      + (output.configuration.map { ["--configuration", $0] } ?? [])
      + (output.parameters ?? [:]).merging(template.parameters) { given, _ in given }
      .sorted { $0.key < $1.key }
      .flatMap { parameter in
        parameter.value.words.flatMap { ["--param", "\(parameter.key)=\($0)"] }
      }
    renamed = Set((output.fileNames ?? [:]).keys)
    fileNames = try template.fileNames(forModel: name, renamed: output.fileNames ?? [:])
    otherInputs = file.map { [$0] } ?? []
    let place = model.path.dropFirst(folder.path.count).filter { $0 != "/" }
    folderName = number == 0 ? String(place) : "\(place)-\(number)"
  }
}

extension URL {
  /// All that is in a folder or what a link to one leads to, hidden files too, in a stable order.
  var contents: [URL] {
    let walker = FileManager.default.enumerator(
      at: resolvingSymlinksInPath(),
      includingPropertiesForKeys: nil
    )
    return (walker?.compactMap { $0 as? URL } ?? []).sorted { $0.path < $1.path }
  }

  /// The models below a folder, in a stable order.
  func models(without others: Set<String>) -> [URL] {
    let walker = FileManager.default.enumerator(
      at: self,
      includingPropertiesForKeys: nil,
      options: .skipsHiddenFiles
    )
    var models: [URL] = []
    while let file = walker?.nextObject() as? URL {
      if ["xcdatamodeld", "xcdatamodel"].contains(file.pathExtension.lowercased()) {
        models.append(file.standardizedFileURL)
        walker?.skipDescendants()
      } else if others.contains(file.standardizedFileURL.path) {
        walker?.skipDescendants()
      }
    }
    return models.sorted { $0.path < $1.path }
  }
}
