import Diagnostics
import Files
import ManagedModel
import PropertyLists

/// Reads compiled models as versions of a bundle.
enum CompiledVersion {
  /// Reads the model of a `.mom` file, with notes about what a model file cannot express.
  static func read(
    _ bytes: [UInt8],
    path: String,
    reportingTo collector: inout DiagnosticCollector
  ) -> Model? {
    do {
      return try CompiledModelReader.read(bytes, path: path, reportingTo: &collector)
    } catch {
      collector.report(
        Diagnostic(
          .error,
          rule: ModelRule.malformedArchive.rawValue,
          "cannot read the compiled model: \(error.message)",
          at: Place(path: path)
        )
      )
      return nil
    }
  }
}

extension BundleReader {
  /// The current version of a `.momd`, according to its `VersionInfo.plist`.
  func compiledCurrentVersion(_ path: String) -> CurrentVersion {
    do {
      guard let info = try versionInfo(ofBundleAt: path) else { return .unspecified }
      return info.currentVersionName.map(CurrentVersion.named) ?? .unspecified
    } catch let error as FileProblem {
      return .unreadable(reason: error.reason)
    } catch let error as CompiledModelError {
      return .unreadable(reason: error.message)
    } catch {
      return .unreadable(reason: "it is not a binary property list")
    }
  }

  /// Reads the `VersionInfo.plist` of a `.momd`; nil if there is none.
  private func versionInfo(ofBundleAt path: String) throws -> VersionInfo? {
    let file = path + "/VersionInfo.plist"
    guard files.kind(of: file) != nil else { return nil }
    return try VersionInfo(PropertyList(binary: try files.bytes(of: file)))
  }

  /// The differences between the model of a version and the identity that its bundle records.
  func differencesFromRecord(
    of version: ModelVersion,
    in bundle: ModelBundle,
    _ resolved: ResolvedModel
  ) -> [Diagnostic] {
    // An unreadable file has been reported already when the version was chosen.
    guard bundle.form == .compiledVersions,
      let info = try? versionInfo(ofBundleAt: bundle.path),
      let record = RecordedIdentity(
        of: version.name,
        in: info,
        path: bundle.currentVersionPath
      )
    else { return [] }
    return record.differences(from: resolved)
  }
}
