/// A parsed template, which can be rendered many times, and concurrently.
package struct Template: Sendable {
  /// The path that diagnostics show.
  package let path: String

  let body: Body
  let environment: TemplateEnvironment

  /// Parses a template.
  ///
  /// - Parameters:
  ///   - source: The text of the template.
  ///   - path: The path that diagnostics show.
  ///   - environment: The filters, the limits, and the loader of other templates.
  /// - Throws: All mistakes that can be found at once.
  package init(
    source: String,
    path: String,
    environment: TemplateEnvironment = TemplateEnvironment()
  ) throws(TemplateError) {
    var lexer = TemplateLexer(source, path: path)
    var parser = TemplateParser(
      lexer.chunked(),
      path: path,
      filters: environment.filters,
      symbols: environment.symbols,
      trim: environment.trim
    )
    body = parser.template()
    self.path = path
    self.environment = environment
    let problems = lexer.problems + parser.problems
    guard problems.isEmpty else {
      throw TemplateError(problems.sorted { $0.place < $1.place })
    }
  }

  init(_ cached: CachedTemplate, environment: TemplateEnvironment) {
    path = cached.path
    body = cached.body
    self.environment = environment
  }

  /// Renders the template with a context, whose parts are the template's variables.
  package func render(_ context: TemplateValue = .null) throws(TemplateError) -> String {
    String(decoding: try renderBytes(context), as: UTF8.self)
  }

  /// Renders the template with a context as UTF-8.
  package func renderBytes(_ context: TemplateValue = .null) throws(TemplateError) -> [UInt8] {
    try rendering(context).finish()
  }

  /// Returns a completed rendering.
  func rendering(_ context: TemplateValue) throws(TemplateError) -> Rendering {
    let rendering = Rendering(context, path: path, environment: environment)
    defer {
      if !rendering.unknownNames.isEmpty {
        environment.unknownNames?.add(rendering.unknownNames.values)
      }
    }
    do {
      _ = try rendering.render(body)
    } catch let error as TemplateError {
      throw error
    } catch {
      throw rendering.failure(.filter, "\(error)", at: nil)
    }
    return rendering
  }
}
