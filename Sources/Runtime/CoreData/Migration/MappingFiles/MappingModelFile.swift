import Files
import Foundation
import ManagedModel
import PropertyLists

/// Mapping models in files: compiled ones (`.cdm`) and the sources of such models (`.xcmappingmodel`), which Core
/// Data itself does not read.
struct MappingModelFile {
  /// The extensions of mapping models, best first: a compiled one and its source may be in one folder.
  static let extensions = ["cdm", "xcmappingmodel"]

  let url: URL

  /// Reads the file; nil if it is invalid, for a reason that is logged.
  func contents() -> MappingFile? {
    do {
      return try read()
    } catch {
      CoreDataLog.send(
        .error,
        .migration,
        "Failed to load mapping model at \(url.path): \(error.reason)",
        ["path": .text(url.path)]
      )
      return nil
    }
  }

  private func read() throws(MappingFileError) -> MappingFile {
    guard url.isFileURL else { throw MappingFileError("it is not a file") }
    let bytes: [UInt8]
    do {
      let reader = FileReader()
      let isFolder = reader.kind(of: url.path) == .folder
      bytes = try reader.bytes(of: isFolder ? url.path + "/xcmapping.xml" : url.path)
    } catch {
      throw MappingFileError(error.reason)
    }
    return bytes.starts(with: Array("bplist".utf8))
      ? try ArchivedMappingReader.read(bytes) : try XMLMappingReader.read(bytes)
  }

  /// The files of mapping models in bundles; of a compiled one and its source only the former.
  static func files(in bundles: [Bundle]) -> [Self] {
    bundles.flatMap { bundle in
      files { pathExtension in
        let urls = bundle.urls(forResourcesWithExtension: pathExtension, subdirectory: nil) ?? []
        return urls.map { ($0 as URL).path }
      }
    }
  }

  /// The files of mapping models in a folder; of a compiled one and its source only the former.
  static func files(in folder: URL) -> [Self] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return files { pathExtension in
      names.filter { $0.hasSuffix("." + pathExtension) }
        .map { folder.appendingPathComponent($0).path }
    }
  }

  private static func files(withExtension paths: (String) -> [String]) -> [Self] {
    var names: Set<String> = []
    return extensions.flatMap { pathExtension in
      paths(pathExtension).sortedByCodePoint().map { URL(fileURLWithPath: $0) }
        .filter { names.insert($0.deletingPathExtension().lastPathComponent).inserted }
        .map { Self(url: $0) }
    }
  }
}
