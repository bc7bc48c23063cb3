import Foundation
import ManagedModel
import TemplateEngine

@testable import CodeGeneration

/// What a template set makes of models.
struct RenderedSet {
  struct File: Equatable {
    let mode: WriteMode
    let text: String
  }

  /// The files by their paths.
  private(set) var files: [String: File] = [:]

  /// - Parameters:
  ///   - reference: The set.
  ///   - models: What it is made of.
  ///   - parameters: Parameters as on a command line.
  init(
    _ reference: TemplateReference,
    _ models: [ContextModel],
    parameters: [String] = []
  ) throws {
    let finding = TemplateLibrary(programVersion: "0.0.0").set(reference)
    guard let set = finding.set else { throw Problem(message: "\(finding.diagnostics)") }
    let given = parameters.map { GivenParameter(word: $0) }
    let resolution = ParameterResolution(given, for: set)
    guard resolution.diagnostics.isEmpty else {
      throw Problem(message: "\(resolution.diagnostics)")
    }
    let environment = TemplateEnvironment(loader: set.loader)
    let context = GenerationContext(models, parameters: resolution.value)
    for output in set.outputs {
      let template = try environment.template(named: output.template)
      for subject in Self.subjects(output.each, models, context) {
        try add(output, template, subject, environment)
      }
    }
  }

  init(_ name: String, _ model: ContextModel, parameters: [String] = []) throws {
    try self.init(TemplateReference(name), [model], parameters: parameters)
  }

  private static func subjects(
    _ each: TemplateOutput.Subject,
    _ models: [ContextModel],
    _ context: GenerationContext
  ) -> [TemplateValue] {
    let base = context.keys.map { ($0, context.value(forKey: $0) ?? .null) }
    switch each {
    case .all: return [.dictionary(base)]
    case .model:
      return models.map { .dictionary(base + [("model", .object(ModelObject($0)))]) }
    case .entity:
      return models.flatMap { model in
        model.model.entities.indices
          .filter { index in
            model.naming.className(of: index) != nil && model.naming.classOwners[index] == nil
              && !GenerationWish.ignore.isPresent(in: model.model.entities[index].userInfo)
          }
          .map { index in
            let entity = TemplateValue.object(EntityObject(model, index))
            return .dictionary(
              base + [("model", .object(ModelObject(model))), ("entity", entity)]
            )
          }
      }
    }
  }

  private mutating func add(
    _ output: TemplateOutput,
    _ template: Template,
    _ context: TemplateValue,
    _ environment: TemplateEnvironment
  ) throws {
    func text(_ source: String) throws -> String {
      try Template(source: source, path: "set.json", environment: environment).render(context)
    }
    if let condition = output.condition,
      try text("{% if \(condition.text) %}yes{% endif %}").isEmpty
    {
      return
    }
    let path =
      switch output.file {
      case .pattern(let pattern): try text(pattern.text)
      case .fixed(let path): path
      }
    guard let mode = WriteMode(rawValue: try text(output.mode.text)) else {
      throw Problem(message: "\(path) has no mode")
    }
    guard files[path] == nil else { throw Problem(message: "\(path) is there already") }
    files[path] = File(mode: mode, text: try template.render(context))
  }

  struct Problem: Error {
    let message: String
  }
}
