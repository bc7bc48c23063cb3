import Foundation

extension NSManagedObjectModel {
  /// The fetch requests of the model, by their names; of a model in use, copies of them.
  public var fetchRequestTemplatesByName: [String: NSFetchRequest<any NSFetchRequestResult>] {
    isLocked ? templates.mapValues { NSFetchRequest(copying: $0) } : templates
  }

  /// Returns the fetch request of the model with a name; of a model in use, a copy of it.
  public func fetchRequestTemplate(
    forName name: String
  ) -> NSFetchRequest<any NSFetchRequestResult>? {
    isLocked ? templates[name].map { NSFetchRequest(copying: $0) } : templates[name]
  }

  /// Returns a copy of the fetch request of the model with a name, with values for the variables of its predicate.
  public func fetchRequestFromTemplate(
    withName name: String,
    substitutionVariables variables: [String: Any]
  ) -> NSFetchRequest<any NSFetchRequestResult>? {
    guard let template = templates[name] else { return nil }
    let request = NSFetchRequest<any NSFetchRequestResult>(copying: template)
    request.predicate = template.predicate?.withSubstitutionVariables(variables)
    return request
  }

  /// Sets a fetch request of the model with a name; nil removes it.
  public func setFetchRequestTemplate(
    _ fetchRequestTemplate: NSFetchRequest<any NSFetchRequestResult>?,
    forName name: String
  ) {
    requireMutable()
    templates[name] = fetchRequestTemplate
  }

  /// Sets a fetch request of the model with a name.
  public func setFetchRequestTemplate<ResultType>(
    _ fetchRequestTemplate: NSFetchRequest<ResultType>,
    forName name: String
  ) {
    requireMutable()
    templates[name] = NSFetchRequest(copying: fetchRequestTemplate)
  }
}
