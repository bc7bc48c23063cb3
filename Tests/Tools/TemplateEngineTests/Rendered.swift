import Diagnostics
import Testing

@testable import TemplateEngine

/// A row of a table of tests.
struct Rendered: CustomTestStringConvertible, Sendable {
  var template: String
  var context: TemplateValue
  var expected: String

  init(_ template: String, _ expected: String, with context: TemplateValue = .null) {
    self.template = template
    self.context = context
    self.expected = expected
  }

  var testDescription: String { template }

  /// Renders without trimming, so that the output of a row is exact.
  func verify(
    with environment: TemplateEnvironment = TemplateEnvironment(trim: .nothing),
    at location: SourceLocation = #_sourceLocation
  ) throws {
    let template = try Template(source: template, path: "test", environment: environment)
    #expect(try template.render(context) == expected, sourceLocation: location)
  }
}

/// The problems of a template, found while it is parsed or rendered, one text per problem.
func problems(
  _ source: String,
  with context: TemplateValue = .null,
  environment: TemplateEnvironment = TemplateEnvironment()
) -> [String] {
  do {
    let template = try Template(source: source, path: "t", environment: environment)
    return ["rendered: " + (try template.render(context))]
  } catch {
    return error.diagnostics.map { diagnostic in
      var text = "\(diagnostic.place): \(diagnostic.rule): \(diagnostic.message)"
      if let hint = diagnostic.hint { text += " (\(hint))" }
      for note in diagnostic.notes { text += "\n  \(note.place): \(note.message)" }
      return text
    }
  }
}
