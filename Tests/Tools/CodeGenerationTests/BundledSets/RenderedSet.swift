import Diagnostics
import Foundation
import TemplateEngine

@testable import CodeGeneration

/// The files that a template set generates from models.
struct RenderedSet {
  struct File: Equatable {
    let mode: WriteMode
    let text: String
  }

  /// The files by their paths.
  let files: [String: File]

  /// Renders a set, which must cause no diagnostics.
  init(
    _ reference: TemplateReference,
    _ models: [ContextModel],
    parameters: [String] = []
  ) throws {
    let finding = TemplateLibrary(programVersion: "0.1.0").set(reference)
    guard let set = finding.set else { throw Problem(message: "\(finding.diagnostics)") }
    let resolution = ParameterResolution(parameters.map { GivenParameter(word: $0) }, for: set)
    let outcome = GenerationPlanner(
      set,
      models: models.map { GenerationPlanner.PlannedModel(path: $0.name, context: $0) },
      parameters: resolution.value
    ).outcome()
    let diagnostics = finding.diagnostics + resolution.diagnostics + outcome.diagnostics
    guard diagnostics.allSatisfy({ $0.severity == .note }) else {
      throw Problem(message: "\(diagnostics)")
    }
    var files: [String: File] = [:]
    for file in outcome.plan.files {
      let text = String(decoding: try file.bytes(), as: UTF8.self)
      files[file.path.text] = File(mode: file.mode, text: text)
    }
    self.files = files
  }

  init(_ name: String, _ model: ContextModel, parameters: [String] = []) throws {
    try self.init(TemplateReference(name), [model], parameters: parameters)
  }

  struct Problem: Error {
    let message: String
  }
}
