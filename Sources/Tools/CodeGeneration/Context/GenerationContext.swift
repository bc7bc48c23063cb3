import Diagnostics
import ModelFiles
import TemplateEngine

/// The context of a template: `models`, `param` and `env`, as SwiftGen's templates expect them.
package final class GenerationContext: KeyedObject {
  package let models: [ContextModel]
  private let parameters: TemplateValue
  private let environment: TemplateValue

  /// - Parameters:
  ///   - models: The models, in the order in which templates see them.
  ///   - parameters: The parameters that the user passes to the template (see `TemplateParameters`).
  ///   - environment: Variables of the environment. There are none by default: generated code must not
  ///     depend on the machine.
  package init(
    _ models: [ContextModel],
    parameters: TemplateValue = .dictionary([(String, TemplateValue)]()),
    environment: [(String, String)] = []
  ) {
    self.models = models
    self.parameters = parameters
    self.environment = .dictionary(environment.map { ($0.0, .string($0.1)) })
  }

  package enum Key: String, CaseIterable {
    case models, param, env
  }

  static let table = TemplateKeys<Key>()

  package func part(_ key: Key) -> TemplateValue? {
    switch key {
    case .models: .array(models.map { .object(ModelObject($0)) })
    case .param: parameters
    case .env: environment
    }
  }

  /// The context as a template value.
  package var value: TemplateValue { .object(self) }
}
