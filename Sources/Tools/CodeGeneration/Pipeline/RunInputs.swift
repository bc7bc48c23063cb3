import Files
import JSON5
import ModelFiles

/// The inputs of a run, by the folders that it writes.
///
/// Equal inputs give equal files. So a run whose inputs are those of the last one has nothing to do if the files are as
/// that one has left them: no model needs to be loaded, and no file rendered.
struct RunInputs: Sendable {
  /// A folder, with the jobs whose files belong there.
  struct Folder: Sendable {
    let path: String
    fileprivate(set) var producers: [[Producer]] = []
    fileprivate var text = ""

    /// The digest of the inputs of all these jobs.
    var digest: String { ContentDigest.text(of: Array(text.utf8)) }
  }

  private(set) var folders: [Folder] = []

  /// The files of the models by their paths, so that the files of which this has digests are those that are loaded.
  private(set) var modelFiles: [String: [UInt8]] = [:]

  /// Frees the memory of the files of models, once all are loaded.
  mutating func forgetModelFiles() {
    modelFiles = [:]
  }

  /// Reads the inputs of jobs.
  ///
  /// It is nil if files may depend on something else, such as templates of the user's, standard input or the
  /// environment, or if an input cannot be read.
  ///
  /// - Parameters:
  ///   - jobs: The jobs.
  ///   - library: The template sets.
  init?(_ jobs: [GenerationJob], _ library: TemplateLibrary) {
    var positions: [String: Int] = [:]
    for job in jobs {
      let place = OutputPlace.find(job, isFile: false)
      guard place.folder != "-", let text = Self.text(of: job, library, &modelFiles)
      else { return nil }
      let position = positions[place.key] ?? folders.count
      if position == folders.count {
        positions[place.key] = position
        folders.append(Folder(path: place.folder))
      }
      folders[position].text += text
      folders[position].producers.append(Self.producers(of: job))
    }
  }

  /// The digest for a folder.
  func digest(for folder: String) -> String? {
    folders.first { $0.path == folder }?.digest
  }

  /// The result of a run if all folders are unchanged; else nil.
  var unchangedResult: GenerationResult? {
    var result = GenerationResult()
    result.isOnlyPrinting = folders.isEmpty
    for inputs in folders {
      guard var folder = UnchangedFolder(inputs.path), let counts = folder.counts(for: inputs)
      else {
        return nil
      }
      result.counts += counts
    }
    return result
  }

  /// The producers that a job can have: one for each model, and one for all.
  private static func producers(of job: GenerationJob) -> [Producer] {
    var models = job.models.map { [$0.path] }
    if models.count > 1 { models.append(job.models.map(\.path)) }
    return models.map {
      Producer(models: $0, template: job.template.text, configuration: job.configuration)
    }
  }

  // MARK: Texts

  /// The text of all inputs of a job: contents by their digests, and paths only as far as templates see them.
  private static func text(
    of job: GenerationJob,
    _ library: TemplateLibrary,
    _ modelFiles: inout [String: [UInt8]]
  ) -> String? {
    guard !job.seesEnvironment, job.trim == nil, !job.template.isPath,
      library.bundledNames.contains(job.template.text)
    else { return nil }
    var lines = [library.programVersion, job.template.text, job.configuration ?? ""]
    lines += library.bundledFiles(of: job.template.text).map {
      line($0.path, Array($0.text.utf8))
    }
    lines += job.parameters.map { "parameter \($0.name)=\(text(of: $0.value))" }
    lines += job.fileNames.map { "file name \($0.output)=\($0.pattern.text)" }
    for model in job.models {
      guard model.path != "-", let files = files(of: model.path, &modelFiles) else { return nil }
      lines.append(
        "\(PathName(FileReader().namedPath(of: model.path)).last)@\(model.version ?? "")"
      )
      lines += files
    }
    // With lengths, because names may contain line feeds.
    return lines.map { "\($0.utf8.count) \($0)\n" }.joined()
  }

  private static func line(_ name: String, _ bytes: [UInt8]) -> String {
    "\(name) \(bytes.count) \(ContentDigest.text(of: bytes))"
  }

  /// The depth to which the folders of a model are read; folders below are not part of a model.
  private static let maximumDepth = 4

  /// A line for each file of a model; nil if one cannot be read.
  private static func files(
    of path: String,
    _ modelFiles: inout [String: [UInt8]],
    named name: String = "",
    depth: Int = 0
  ) -> [String]? {
    guard depth < maximumDepth else { return [] }
    switch FileReader().kind(of: path) {
    case .file?:
      guard let bytes = modelFiles[path] ?? (try? FileReader().bytes(of: path)) else { return nil }
      modelFiles[path] = bytes
      return [line(name, bytes)]
    case .folder?:
      guard let names = try? FileReader().names(in: path) else { return nil }
      var lines: [String] = []
      for child in names where isInput(child) {
        let path = PathText.join(path, child)
        let childName = "\(name)/\(child)"
        guard let more = files(of: path, &modelFiles, named: childName, depth: depth + 1) else {
          return nil
        }
        lines += more
      }
      return lines
    default: return nil
    }
  }

  /// Whether a file can be part of a model: programs put hidden files of their own into folders, which are not in
  /// version control, so that the digest would differ from machine to machine.
  private static func isInput(_ name: String) -> Bool {
    !name.hasPrefix(".") || name == ".xccurrentversion"
  }

  private static func text(of value: GivenParameter.Value) -> String {
    switch value {
    case .word(let word): "word \(word)"
    case .bare: "bare"
    case .json(let value): "json \(text(of: value))"
    }
  }

  /// The text of a value without the places of its parts.
  private static func text(of value: JSON5Value) -> String {
    switch value.content {
    case .null: "null"
    case .bool(let value): "\(value)"
    case .integer(let value): "\(value)"
    case .number(let value): "\(value)"
    case .string(let text): "'\(text.utf8.count) \(text)"
    case .array(let values): "[\(values.map(text).joined(separator: ","))]"
    case .object(let members):
      "{\(members.map { "\($0.name.utf8.count) \($0.name):\(text(of: $0.value))" }.joined())}"
    }
  }
}
