import ManagedModel
import TemplateEngine

/// The names of a property in Swift, which all kinds of properties have under the same keys.
struct PropertyNames {
  let name: String
  let identifier: SwiftIdentifier

  /// The name of an `@NSManaged` declaration.
  let managed: SwiftIdentifier

  var literal: TemplateValue { .string(SwiftLiteral.string(name)) }
  var swiftName: TemplateValue { .string(identifier.text) }
  var bareName: TemplateValue { .string(identifier.bare) }
  var suffix: TemplateValue { .string(identifier.suffix) }
  var isRenamed: TemplateValue { .bool(identifier.bare != name) }
  var managedName: TemplateValue { .string(managed.text) }
  var managedBareName: TemplateValue { .string(managed.bare) }
  var canBeManaged: TemplateValue { .bool(managed.bare == name) }
}
