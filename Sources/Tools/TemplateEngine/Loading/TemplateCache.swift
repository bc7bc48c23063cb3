import Synchronization

/// The templates that were loaded by name, so that each is read and parsed once, however often and
/// from however many threads it is used.
final class TemplateCache: Sendable {
  private let templates = Mutex<[String: CachedTemplate]>([:])

  func template(
    named name: String,
    make: () throws -> CachedTemplate
  ) rethrows -> CachedTemplate {
    if let template = templates.withLock({ $0[name] }) { return template }
    // Two threads may parse the same template; either result will do.
    let template = try make()
    templates.withLock { $0[name] = template }
    return template
  }
}

/// A template without its environment, which holds the cache that holds this.
struct CachedTemplate: Sendable {
  let body: Body
  let path: String
}
