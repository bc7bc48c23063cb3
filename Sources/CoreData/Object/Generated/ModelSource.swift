extension GeneratedCode1 {
  /// A type that builds a model in code, so that a container finds the model by its name.
  public protocol ModelSource {
    /// The name of the model.
    static var modelName: String { get }

    /// The model: one for the process.
    static var shared: NSManagedObjectModel { get }
  }
}
