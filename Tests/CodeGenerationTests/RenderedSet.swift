import CorpusFiles
import Diagnostics
import Foundation
import ManagedModel
import ModelFiles
import TemplateEngine

@testable import CodeGeneration

/// The files that a template set of the project makes of a model, rendered without writing anything.
struct RenderedSet {
  struct File {
    var path: String
    var text: String
    var mode: String
  }

  private(set) var files: [File] = []

  /// The files of a set of the project; parameters are written as on the command line, `name=value`.
  init(_ name: String, of model: ContextModel, _ parameters: [String] = []) throws {
    let path = Corpus.package.appending(path: "Templates/\(name)").path
    let library = TemplateLibrary(programVersion: "0.2", bundled: [])
    let finding = library.set(TemplateReference(path))
    guard let set = finding.set else { throw Failure(finding.diagnostics.map(\.message)) }
    let given = parameters.map { GivenParameter(word: $0) }
    let resolution = ParameterResolution(given, for: set)
    guard resolution.diagnostics.isEmpty else {
      throw Failure(resolution.diagnostics.map(\.message))
    }
    let context = GenerationContext([model], parameters: resolution.value).value
    let environment = TemplateEnvironment(loader: set.loader)
    for output in set.outputs {
      for subject in Self.subjects(of: output, in: model, context) {
        if let file = try Self.file(output, subject, environment) { files.append(file) }
      }
    }
  }

  subscript(path: String) -> String? {
    files.first { $0.path == path }?.text
  }

  struct Failure: Error {
    let messages: [String]

    init(_ messages: [String]) {
      self.messages = messages
    }
  }

  private static func file(
    _ output: TemplateOutput,
    _ context: TemplateValue,
    _ environment: TemplateEnvironment
  ) throws -> File? {
    func text(_ source: String) throws -> String {
      try Template(source: source, path: "set.json", environment: environment).render(context)
    }
    if let condition = output.condition?.text,
      try text("{% if \(condition) %}yes{% endif %}") != "yes"
    {
      return nil
    }
    guard case .pattern(let pattern) = output.file else { return nil }
    return File(
      path: try text(pattern.text),
      text: try environment.template(named: output.template).render(context),
      mode: try text(output.mode.text)
    )
  }

  private static func subjects(
    of output: TemplateOutput,
    in model: ContextModel,
    _ context: TemplateValue
  ) -> [TemplateValue] {
    guard case .object(let all) = context else { return [] }
    let shared = all.keys.map { ($0, all.value(forKey: $0) ?? .null) }
    let modelEntry = ("model", TemplateValue.object(ModelObject(model)))
    switch output.each {
    case .all: return [context]
    case .model: return [.dictionary(shared + [modelEntry])]
    case .entity:
      return model.resolved.entities.indices.filter(model.isGenerated).map { index in
        .dictionary(shared + [modelEntry, ("entity", .object(EntityObject(model, index)))])
      }
    }
  }
}
