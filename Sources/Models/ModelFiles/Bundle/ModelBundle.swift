import Diagnostics
import Files

/// A model as named by a user: a bundle of versions or a single file, and the location of each
/// version.
///
/// Only names have been read so far.
package struct ModelBundle: Sendable {
  /// The name of the model: the bundle's file name without its extension.
  package let name: String

  /// The path as the user wrote it, without a slash at the end.
  package let path: String
  package let form: Form

  /// All versions, in natural order (`Model 2` before `Model 10`).
  package let versions: [ModelVersion]

  /// The current version according to the bundle.
  package let current: CurrentVersion

  /// The forms of models on disk.
  package enum Form: Sendable {
    /// A `.xcdatamodeld` folder of versions.
    case versioned
    /// A `.xcdatamodel` folder, or the `contents` file of one.
    case single
    /// A `.momd` folder of compiled versions.
    case compiledVersions
    /// A `.mom` file.
    case compiled
    /// Text that came through standard input.
    case standardInput
  }
}

/// One version of a model in a bundle.
package struct ModelVersion: Sendable, Hashable {
  /// The name without its extension, such as `Model 2`.
  package let name: String

  /// The file that holds the version, or the folder in which such a file is missing.
  package let path: String
  package let storage: Storage

  /// The storage of a version.
  package enum Storage: Sendable, Hashable {
    /// A `contents` file in XML.
    case contents
    /// A `.mom` file.
    case compiled
    /// The binary form of Xcode 3, which cannot be read.
    case legacy
    /// A folder without a model in it.
    case missing
  }
}

/// The current version according to a bundle.
package enum CurrentVersion: Sendable, Hashable {
  /// There is no `.xccurrentversion`, or it names nothing.
  case unspecified
  /// The name of a version, without its extension.
  case named(String)
  /// The file that should name it cannot be parsed.
  case unreadable(reason: String)
}

extension ModelBundle {
  /// The version with the given name; the name may carry its extension.
  package func version(named name: String) -> ModelVersion? {
    let plain = PathName(name).removing(extensions: ["xcdatamodel", "mom"])
    return versions.first { $0.name == name } ?? versions.first { $0.name == plain }
  }

  /// The file that says which version is current.
  package var currentVersionPath: String {
    switch form {
    case .compiledVersions: path + "/VersionInfo.plist"
    default: path + "/.xccurrentversion"
    }
  }
}
