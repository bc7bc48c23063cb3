import Diagnostics
import TemplateEngine

/// A template inside another file, such as the name of a file or a condition.
///
/// Problems are reported at the position of the text.
struct SmallTemplate: Sendable {
  /// The position.
  let origin: PlacedText
  private let template: Template

  /// The unknown names that it reads, whose positions are relative to the text.
  private let unknownNames: UnknownNames?
  private let ownUnknownNames = UnknownNames()

  /// The path in errors of such a template, replaced by its position.
  private static let ownPath = ""

  init(_ text: PlacedText, _ environment: TemplateEnvironment) throws(TemplateError) {
    try self.init(source: text.text, of: text, environment)
  }

  /// Creates a template whose result is empty if a condition is false.
  init(condition: PlacedText, _ environment: TemplateEnvironment) throws(TemplateError) {
    try self.init(
      source: "{% if \(condition.text) %}true{% endif %}",
      of: condition,
      environment
    )
  }

  private init(
    source: String,
    of origin: PlacedText,
    _ environment: TemplateEnvironment
  ) throws(TemplateError) {
    self.origin = origin
    unknownNames = environment.unknownNames
    var environment = environment
    environment.unknownNames = ownUnknownNames
    do throws(TemplateError) {
      template = try Template(source: source, path: Self.ownPath, environment: environment)
    } catch {
      throw Self.moved(error, to: origin)
    }
  }

  func text(_ context: TemplateValue) throws(TemplateError) -> String {
    do throws(TemplateError) {
      let text = try template.render(context)
      unknownNames?.add(
        ownUnknownNames.all.map { name in
          var name = name
          if name.place.path == Self.ownPath { name.place = origin.place }
          return name
        }
      )
      return text
    } catch {
      throw Self.moved(error, to: origin)
    }
  }

  private static func moved(_ error: TemplateError, to origin: PlacedText) -> TemplateError {
    func moved(_ place: Place) -> Place { place.path == ownPath ? origin.place : place }
    return error.map { problem in
      if problem.place.path == ownPath { problem.message = origin.message(problem.message) }
      problem.place = moved(problem.place)
      problem.stack = problem.stack.map { .init($0.message, at: moved($0.place)) }
    }
  }
}
