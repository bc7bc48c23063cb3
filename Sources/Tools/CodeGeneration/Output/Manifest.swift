import Diagnostics
import JSON
import JSON5
import ManagedModel

/// The files generated in a folder, and their sources: the folder's `.momgen-manifest.json`.
///
/// It contains no absolute path, and the same files give the same bytes.
struct Manifest: Sendable, Hashable {
  static let fileName = OutputPath.reservedPrefix + "manifest.json"

  /// The format version that this program writes; a file of a later one is not touched.
  static let formatVersion = 1

  /// The files of each producer, by their paths.
  var files: [Key: [String: Record]] = [:]

  /// The last runs of producers, as far as they had nothing to report.
  var runs: [Key: Run] = [:]

  /// A ``Producer`` with paths relative to the output folder.
  struct Key: Sendable, Hashable {
    var models: [String]
    var template: String
    var configuration: String?

    /// The order of keys.
    fileprivate var order: [String] { [template, configuration ?? ""] + models }
  }

  /// The entry of a file.
  enum Record: Sendable, Hashable {
    /// The file belongs to the user.
    case once
    /// The file is generated, as long as it has this content.
    case always(Fingerprint)
    /// A run is replacing one content by the other, and may be killed before it has: the file counts as
    /// generated with either.
    case changing(from: Fingerprint, to: Fingerprint)
  }

  /// The digests of all that a run has read and generated, by which a later run knows that it has nothing to do.
  struct Run: Sendable, Hashable {
    var inputs: String

    /// Of all generated files, to the byte.
    var outputs: String
  }

  /// The digest of contents, ignoring invisible differences.
  struct Fingerprint: Sendable, Hashable {
    var bytes: Int
    var digest: String
  }
}

extension Manifest.Fingerprint {
  init(of content: [UInt8]) {
    let text = content.asCompared
    self.init(bytes: text.count, digest: ContentDigest.text(of: text))
  }
}

extension Manifest.Run {
  /// The digest of generated files: their paths, and the digests of their bytes.
  static func outputs(of files: [(path: String, digest: String)]) -> String {
    var text: [UInt8] = []
    for file in files.sorted(by: { $0.path.precedesByCodePoint($1.path) }) {
      text += file.path.utf8
      text.append(UInt8(ascii: " "))
      text += file.digest.utf8
      text.append(UInt8(ascii: "\n"))
    }
    return ContentDigest.text(of: text)
  }
}

// MARK: Writing

extension Manifest {
  /// The text of the file.
  var text: String {
    let keys = files.keys.sorted { left, right in
      left.order.lexicographicallyPrecedes(right.order) { $0.precedesByCodePoint($1) }
    }
    let document: JSONValue = .object([
      .init("formatVersion", .integer(Self.formatVersion)),
      .init("producers", .array(keys.map(producer))),
    ])
    return JSONText().text(of: document) + "\n"
  }

  private func producer(_ key: Key) -> JSONValue {
    var members: [JSONValue.Member] = [.init("template", .string(key.template))]
    if let configuration = key.configuration {
      members.append(.init("configuration", .string(configuration)))
    }
    members.append(.init("models", .array(key.models.map(JSONValue.string))))
    if let run = runs[key] {
      members.append(.init("inputs", .string(run.inputs)))
      members.append(.init("outputs", .string(run.outputs)))
    }
    let records = files[key] ?? [:]
    members.append(
      .init(
        "files",
        .object(
          records.keys.sortedByCodePoint().compactMap { path in
            records[path].map { .init(path, .string($0.text)) }
          }
        )
      )
    )
    return .object(members)
  }
}

extension Manifest.Record {
  private static let onceText = "once"

  /// The record as written in the file: `once`, or the number of bytes and their digest, for two contents one
  /// after the other.
  fileprivate var text: String {
    switch self {
    case .once: Self.onceText
    case .always(let fingerprint): fingerprint.text
    case .changing(let old, let new): "\(old.text) \(new.text)"
    }
  }

  fileprivate init?(_ text: String) {
    if text == Self.onceText {
      self = .once
      return
    }
    let parts = text.split(separator: " ", omittingEmptySubsequences: false)
    switch parts.count {
    case 2:
      guard let content = Manifest.Fingerprint(parts[...]) else { return nil }
      self = .always(content)
    case 4:
      guard let old = Manifest.Fingerprint(parts[..<2]), let new = Manifest.Fingerprint(parts[2...])
      else { return nil }
      self = .changing(from: old, to: new)
    default: return nil
    }
  }
}

extension Manifest.Fingerprint {
  fileprivate var text: String { "\(bytes) \(digest)" }

  /// Parses the number of bytes and the digest.
  fileprivate init?(_ parts: ArraySlice<Substring>) {
    guard let first = parts.first, let bytes = Int(first), let digest = parts.last else {
      return nil
    }
    self.init(bytes: bytes, digest: String(digest))
  }
}

// MARK: Reading

extension Manifest {
  /// The reason why a manifest cannot be used.
  enum Unreadable: Error {
    /// A later program wrote it.
    case tooNew(Place)
    /// It was edited.
    case broken(Diagnostic)
  }

  private enum FileKey: String, CaseIterable {
    case formatVersion
    case producers
  }

  private enum ProducerKey: String, CaseIterable {
    case template
    case configuration
    case models
    case inputs
    case outputs
    case files
  }

  init(_ bytes: [UInt8], path: String) throws(Unreadable) {
    let root: JSON5Value
    do throws(JSON5Error) {
      root = try JSON5Reader.read(bytes, path: path)
    } catch {
      throw .broken(error.diagnostic)
    }
    if case .object(let members) = root.content,
      let version = members.first(where: { $0.name == FileKey.formatVersion.rawValue })?.value,
      case .integer(let number) = version.content, number > Self.formatVersion
    {
      throw .tooNew(version.place)
    }
    var collector = DiagnosticCollector()
    let object = JSON5Object<FileKey>(root, as: "a manifest", into: &collector)
    _ = object?.required(.formatVersion, .wholeNumber, into: &collector)
    let producers = object?.required(.producers, .list(of: .anything), into: &collector) ?? []
    for producer in producers { add(producer, into: &collector) }
    if let problem = collector.diagnostics.first { throw .broken(problem) }
  }

  private mutating func add(_ value: JSON5Value, into collector: inout DiagnosticCollector) {
    guard let object = JSON5Object<ProducerKey>(value, as: "a producer", into: &collector) else {
      return
    }
    let key = Key(
      models: object.required(.models, .list(of: .text), into: &collector) ?? [],
      template: object.required(.template, .text, into: &collector) ?? "",
      configuration: object.optional(.configuration, .text, into: &collector)
    )
    if let inputs = object.optional(.inputs, .text, into: &collector),
      let outputs = object.optional(.outputs, .text, into: &collector)
    {
      runs[key] = Run(inputs: inputs, outputs: outputs)
    }
    let written = object.required(.files, .members(of: .text), into: &collector) ?? []
    for file in written {
      // Such a path could lead out of the folder.
      guard let path = try? OutputPath(file.name), let record = Record(file.value) else {
        collector.reportSetting("this is not a generated file", at: file.place)
        continue
      }
      files[key, default: [:]][path.text] = record
    }
  }
}
