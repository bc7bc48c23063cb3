import Synchronization

/// A cache of templates loaded by name, so that each is read and parsed once for all uses and threads.
final class TemplateCache: Sendable {
  private let templates = Mutex<[String: CachedTemplate]>([:])

  func template(
    named name: String,
    make: () throws -> CachedTemplate
  ) rethrows -> CachedTemplate {
    if let template = templates.withLock({ $0[name] }) { return template }
    // Two threads may parse the same template concurrently; either result is fine.
    let template = try make()
    templates.withLock { $0[name] = template }
    return template
  }
}

/// A template without its environment, which holds the cache and would create a reference cycle.
struct CachedTemplate: Sendable {
  let body: Body
  let path: String
}
