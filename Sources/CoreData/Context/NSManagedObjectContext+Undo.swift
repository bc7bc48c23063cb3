extension NSManagedObjectContext {
  final func registerUndo(of event: ContextEvent) {}
}
