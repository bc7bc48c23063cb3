import Diagnostics
import TemplateEngine

/// A template that is a text in another file: the name of a file, a condition.
///
/// What is wrong with it is reported where the text stands.
struct SmallTemplate: Sendable {
  let place: Place
  private let template: Template

  /// What errors of such a template say in place of a path.
  private static let ownPath = ""

  init(_ text: PlacedText, _ environment: TemplateEnvironment) throws(TemplateError) {
    try self.init(source: text.text, at: text.place, environment)
  }

  /// A template whose text is empty where a condition does not hold.
  init(condition: PlacedText, _ environment: TemplateEnvironment) throws(TemplateError) {
    try self.init(
      source: "{% if \(condition.text) %}true{% endif %}",
      at: condition.place,
      environment
    )
  }

  private init(
    source: String,
    at place: Place,
    _ environment: TemplateEnvironment
  ) throws(TemplateError) {
    self.place = place
    do throws(TemplateError) {
      template = try Template(source: source, path: Self.ownPath, environment: environment)
    } catch {
      throw Self.moved(error, to: place)
    }
  }

  func text(_ context: TemplateValue) throws(TemplateError) -> String {
    do throws(TemplateError) {
      return try template.render(context)
    } catch {
      throw Self.moved(error, to: place)
    }
  }

  private static func moved(_ error: TemplateError, to place: Place) -> TemplateError {
    func moved(_ other: Place) -> Place { other.path == ownPath ? place : other }
    return error.map { problem in
      problem.place = moved(problem.place)
      problem.stack = problem.stack.map { .init($0.message, at: moved($0.place)) }
    }
  }
}
