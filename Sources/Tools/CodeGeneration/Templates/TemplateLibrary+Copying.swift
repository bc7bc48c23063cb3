import Diagnostics
import Files
import ModelFiles
import TemplateEngine

extension TemplateLibrary {
  /// The text of a file of a set.
  package func text(of file: String, in set: TemplateSet) throws(DiagnosticError) -> String {
    do throws(TemplateLoadingError) {
      return try set.loader.source(of: file).text
    } catch {
      throw DiagnosticError(
        Diagnostic(
          .error,
          rule: PlanRule.unknownTemplate.rawValue,
          error.message,
          at: Place(),
          hint: error.hint
        )
      )
    }
  }

  /// Writes the files of a bundled set into a folder; if one of them exists already, none.
  ///
  /// - Parameters:
  ///   - name: The name of the set.
  ///   - folder: The folder, which is created if it is missing.
  /// - Returns: The paths of the files.
  /// - Throws: The existing file, or the reason of a failure.
  package func copy(_ name: String, to folder: String) throws(DiagnosticError) -> [String] {
    let files = bundledFiles(of: name)
    guard !files.isEmpty else { throw DiagnosticError(unknown(TemplateReference(name))) }
    let paths = files.map { PathText.join(folder, $0.path) }
    var staging = StagedFiles()
    do throws(StagedFiles.Failure) {
      var target = try Self.target(folder)
      for (file, path) in zip(files, paths) {
        let destination = try Self.freeDestination(of: file.path, in: &target, shown: path)
        try staging.stage(Array(file.text.utf8), for: destination, replaces: false)
      }
      try staging.write()
      try staging.commit()
    } catch {
      staging.rollBack()
      throw DiagnosticError(
        Diagnostic(
          .error,
          rule: RunRule.unwritableFile.rawValue,
          "cannot write the file: \(error.problem.reason)",
          at: Place(path: error.path),
          hint: "nothing was copied"
        )
      )
    }
    return paths
  }

  private static func target(_ folder: String) throws(StagedFiles.Failure) -> OutputFolder {
    do throws(FileProblem) {
      return try OutputFolder.at(folder)
    } catch {
      throw StagedFiles.Failure(path: folder, problem: error)
    }
  }

  /// The path of a file, which must not exist yet.
  private static func freeDestination(
    of file: String,
    in folder: inout OutputFolder,
    shown path: String
  ) throws(StagedFiles.Failure) -> String {
    do throws(FileProblem) {
      guard try folder.location(of: file) == .missing else {
        throw FileProblem("it already exists")
      }
      return try folder.destination(of: file)
    } catch {
      throw StagedFiles.Failure(path: path, problem: error)
    }
  }
}
