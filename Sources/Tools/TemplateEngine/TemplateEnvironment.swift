internal import Diagnostics

/// The environment that templates share: the loader of others, the filters, the limits of rendering.
package struct TemplateEnvironment: Sendable {
  package let loader: any TemplateLoader
  package let limits: RenderLimits

  /// The treatment of white space beside tags.
  package let trim: TrimBehaviour

  package let filters: FilterLibrary

  /// The time that `now` writes, in seconds since 1970.
  ///
  /// There is none by default: the output of a generator must not depend on when it runs.
  package let time: Int?

  /// The collector of names that templates read although the context lacks them; nil for none.
  package var unknownNames: UnknownNames?

  /// The names in templates of this environment.
  let symbols: SymbolTable

  private let cache = TemplateCache()

  /// - Parameters:
  ///   - loader: The loader of templates for `include`, `import` and `extends`.
  ///   - limits: The limits of a rendering.
  ///   - trim: The treatment of white space beside tags. The default is that of SwiftGen, whose
  ///     templates rely on it.
  ///   - filters: The filters that templates can use.
  ///   - time: The time that `now` writes, in seconds since 1970.
  ///   - unknownNames: The collector of unknown names.
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

  /// Renders a template of the loader with a context as UTF-8.
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

  /// Returns a template of the loader, parsed once per environment.
  ///
  /// - Throws: `TemplateLoadingError` or `TemplateError`.
  package func template(named name: String) throws -> Template {
    Template(try cachedTemplate(named: name), environment: self)
  }

  /// Returns a template without its environment.
  func cachedTemplate(named name: String) throws -> CachedTemplate {
    try cache.template(named: name) {
      let source = try loader.source(of: name)
      let template = try Template(source: source.text, path: source.path, environment: self)
      return CachedTemplate(body: template.body, path: template.path)
    }
  }
}
