import Foundation

extension NSManagedObjectModel {
  /// The fetch requests that the model holds, by their names; of a model in use, copies of them.
  public var fetchRequestTemplatesByName: [String: NSFetchRequest<any NSFetchRequestResult>] {
    isLocked ? templates.mapValues { NSFetchRequest(copying: $0) } : templates
  }

  /// The fetch request that the model holds under a name; of a model in use, a copy of it.
  public func fetchRequestTemplate(
    forName name: String
  ) -> NSFetchRequest<any NSFetchRequestResult>? {
    isLocked ? templates[name].map { NSFetchRequest(copying: $0) } : templates[name]
  }

  /// A copy of the fetch request that the model holds under a name, with values for the variables of its
  /// predicate.
  public func fetchRequestFromTemplate(
    withName name: String,
    substitutionVariables variables: [String: Any]
  ) -> NSFetchRequest<any NSFetchRequestResult>? {
    guard let template = templates[name] else { return nil }
    let request = NSFetchRequest<any NSFetchRequestResult>(copying: template)
    request.predicate = template.predicate?.withSubstitutionVariables(variables)
    return request
  }

  /// Lets the model hold a fetch request under a name, or none for nil.
  public func setFetchRequestTemplate(
    _ fetchRequestTemplate: NSFetchRequest<any NSFetchRequestResult>?,
    forName name: String
  ) {
    requireMutable()
    templates[name] = fetchRequestTemplate
  }

  /// Lets the model hold a fetch request under a name.
  public func setFetchRequestTemplate<ResultType>(
    _ fetchRequestTemplate: NSFetchRequest<ResultType>,
    forName name: String
  ) {
    requireMutable()
    templates[name] = NSFetchRequest(copying: fetchRequestTemplate)
  }
}
