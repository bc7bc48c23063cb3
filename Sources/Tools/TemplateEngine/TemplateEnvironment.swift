internal import Diagnostics

/// The surroundings that templates share: the loader of others, the filters, the limits of rendering.
package struct TemplateEnvironment: Sendable {
  package let loader: any TemplateLoader
  package let limits: RenderLimits

  /// The treatment of white space beside tags.
  package let trim: TrimBehaviour

  package let filters: FilterLibrary

  /// The time that `now` shows, in seconds since 1970.
  ///
  /// There is none by default: the output of a generator must not depend on when it runs.
  package let time: Int?

  /// Collects the names that templates read and the context lacks; nil for none.
  package var unknownNames: UnknownNames?

  /// The names that templates of this environment mention.
  let symbols: SymbolTable

  private let cache = TemplateCache()

  /// - Parameters:
  ///   - loader: Finds the templates that others include, import and extend.
  ///   - limits: When a rendering is taken for a runaway.
  ///   - trim: The treatment of white space beside tags. The default is that of SwiftGen, whose
  ///     templates rely on it.
  ///   - filters: The filters that templates can use.
  ///   - time: The time that `now` shows, in seconds since 1970.
  ///   - unknownNames: Takes the names that templates read in vain.
  package init(
    loader: any TemplateLoader = DictionaryLoader(),
    limits: RenderLimits = RenderLimits(),
    trim: TrimBehaviour = .smart,
    filters: FilterLibrary = .standard,
    time: Int? = nil,
    unknownNames: UnknownNames? = nil
  ) {
    self.loader = loader
    self.limits = limits
    self.trim = trim
    self.filters = filters
    self.time = time
    self.unknownNames = unknownNames
    symbols = SymbolTable(unknownNames)
  }

  /// The text that a template of the loader makes of a context, as UTF-8.
  package func render(
    _ name: String,
    _ context: TemplateValue
  ) throws(TemplateError) -> [UInt8] {
    let template: Template
    do {
      template = try self.template(named: name)
    } catch let error as TemplateError {
      throw error
    } catch let error as TemplateLoadingError {
      throw TemplateError([
        .init(rule: .loading, message: error.message, place: Place(path: name), hint: error.hint)
      ])
    } catch {
      throw TemplateError([.init(rule: .loading, message: "\(error)", place: Place(path: name))])
    }
    return try template.renderBytes(context)
  }

  /// A template of the loader, read once per environment.
  ///
  /// - Throws: `TemplateLoadingError` or `TemplateError`.
  package func template(named name: String) throws -> Template {
    let cached = try cache.template(named: name) {
      let source = try loader.source(of: name)
      let template = try Template(source: source.text, path: source.path, environment: self)
      return CachedTemplate(body: template.body, path: template.path)
    }
    return Template(cached, environment: self)
  }
}
