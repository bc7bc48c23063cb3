import Diagnostics
import ManagedModel
import PropertyLists

/// A compiled bundle (`.momd`): the versions of a model, and the name of the current one.
///
/// A bundle is a directory; here it is the files in it, by name. Optimized copies of versions (`.omo`)
/// and other files are ignored, and never written: they are optional.
package struct CompiledBundle: Sendable, Hashable {
  /// A file of the bundle.
  package struct File: Sendable, Hashable {
    package var name: String
    package var bytes: [UInt8]

    package init(name: String, bytes: [UInt8]) {
      self.name = name
      self.bytes = bytes
    }
  }

  /// A version of the model.
  package struct Version: Sendable, Hashable {
    /// The name of the version, without an extension.
    package var name: String
    package var model: Model

    /// The recorded version hashes, by entity; empty if none are recorded.
    package var hashes: [String: [UInt8]]

    /// The recorded checksum of the whole version.
    package var checksum: String?

    package init(
      name: String,
      model: Model,
      hashes: [String: [UInt8]] = [:],
      checksum: String? = nil
    ) {
      self.name = name
      self.model = model
      self.hashes = hashes
      self.checksum = checksum
    }
  }

  /// The versions in the order of their names.
  package private(set) var versions: [Version]

  /// The name of the current version as the bundle gives it.
  package var currentVersionName: String?

  package init(versions: [Version], currentVersionName: String? = nil) {
    self.versions = versions.sorted { $0.name.precedesByCodePoint($1.name) }
    self.currentVersionName = currentVersionName
  }

  /// The current version: the one that is named, or the only one.
  package var currentVersion: Version? {
    guard let currentVersionName else { return versions.count == 1 ? versions[0] : nil }
    return versions.first { $0.name == currentVersionName }
  }
}

extension CompiledBundle {
  private static let infoName = "VersionInfo.plist"
  private static let versionSuffix = ".mom"

  /// Whether a file of a bundle must be read in order to read the bundle.
  package static func isPart(_ fileName: String) -> Bool {
    fileName == infoName || fileName.hasSuffix(versionSuffix)
  }

  /// Reads a bundle.
  ///
  /// - Parameters:
  ///   - files: The files of the bundle; see ``isPart(_:)``.
  ///   - path: The path of the bundle, for notes.
  ///   - collector: The collector of notes.
  /// - Throws: A ``CompiledModelError`` that begins with the name of the file in question.
  package init(
    files: [File],
    path: String? = nil,
    reportingTo collector: inout DiagnosticCollector
  ) throws(CompiledModelError) {
    let info = try Self.info(in: files)
    var versions: [Version] = []
    for file in files where file.name.hasSuffix(Self.versionSuffix) {
      let name = String(file.name.dropLast(Self.versionSuffix.count))
      let model = try Self.reading(file) { () throws(CompiledModelError) in
        try CompiledModelReader.read(
          file.bytes,
          path: path.map { "\($0)/\(file.name)" },
          reportingTo: &collector
        )
      }
      versions.append(
        Version(
          name: name,
          model: model,
          hashes: info.hashes[name] ?? [:],
          checksum: info.checksums[name]
        )
      )
    }
    guard !versions.isEmpty else { throw CompiledModelError("the bundle holds no .mom file") }
    if let current = info.currentVersionName, !versions.contains(where: { $0.name == current }) {
      throw CompiledModelError("the bundle has no '\(current).mom', which is its current version")
    }
    self.init(versions: versions, currentVersionName: info.currentVersionName)
  }

  private static func info(in files: [File]) throws(CompiledModelError) -> VersionInfo {
    guard let file = files.first(where: { $0.name == infoName }) else { return VersionInfo() }
    return try reading(file) { () throws(CompiledModelError) in
      let list: PropertyList
      do throws(PropertyListError) {
        list = try PropertyList(binary: file.bytes)
      } catch {
        throw CompiledModelError("it is not a binary property list: \(error.message)")
      }
      return try VersionInfo(list)
    }
  }

  private static func reading<Value>(
    _ file: File,
    _ body: () throws(CompiledModelError) -> Value
  ) throws(CompiledModelError) -> Value {
    do throws(CompiledModelError) {
      return try body()
    } catch {
      throw CompiledModelError("\(file.name): \(error.message)")
    }
  }

  /// The files of the bundle, in the order of their names.
  package func files() throws(CompiledModelError) -> [File] {
    var info = VersionInfo(currentVersionName: currentVersionName)
    var files: [File] = []
    for version in versions {
      let name = version.name + Self.versionSuffix
      guard !files.contains(where: { $0.name == name }) else {
        throw CompiledModelError("two versions are called '\(version.name)'")
      }
      let bytes: [UInt8]
      do throws(CompiledModelError) {
        bytes = try CompiledModelWriter.bytes(of: version.model)
      } catch {
        throw CompiledModelError("\(version.name): \(error.message)")
      }
      files.append(File(name: name, bytes: bytes))
      info.hashes[version.name] = version.hashes
      info.checksums[version.name] = version.checksum
    }
    files.append(File(name: Self.infoName, bytes: info.propertyList.binary()))
    return files.sorted { $0.name.precedesByCodePoint($1.name) }
  }
}
