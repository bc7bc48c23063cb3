import Foundation

extension NSManagedObjectModel {
  /// The fetch requests that the model holds, by their names.
  public var fetchRequestTemplatesByName: [String: NSFetchRequest<any NSFetchRequestResult>] {
    templates
  }

  /// The fetch request that the model holds under a name.
  public func fetchRequestTemplate(
    forName name: String
  ) -> NSFetchRequest<any NSFetchRequestResult>? {
    templates[name]
  }

  /// Lets the model hold a fetch request under a name, or none for nil.
  public func setFetchRequestTemplate(
    _ fetchRequestTemplate: NSFetchRequest<any NSFetchRequestResult>?,
    forName name: String
  ) {
    requireMutable()
    templates[name] = fetchRequestTemplate
  }
}
