import ManagedModel
import TemplateEngine

/// The names of a property in Swift, which all kinds of properties have under the same keys.
struct PropertyNames {
  let name: String
  let identifier: SwiftIdentifier

  // Templates read these several times for each property.
  let literal: TemplateValue
  let swiftName: TemplateValue
  let suffix: TemplateValue

  private let context: ContextModel

  /// The declaration of the property, or nil in a composite.
  private let location: PropertyLocation?

  init(
    _ context: ContextModel,
    name: String,
    identifier: SwiftIdentifier,
    location: PropertyLocation?
  ) {
    self.context = context
    self.name = name
    self.identifier = identifier
    self.location = location
    literal = .string(SwiftLiteral.string(name))
    swiftName = .string(identifier.text)
    suffix = .string(identifier.suffix)
  }

  var bareName: TemplateValue { .string(identifier.bare) }
  var keyName: TemplateValue { .string(identifier.keyName) }
  var isRenamed: TemplateValue { .bool(identifier.bare != name) }
  var managedName: TemplateValue { .string(managed.text) }
  var managedBareName: TemplateValue { .string(managed.bare) }
  var canBeManaged: TemplateValue { .bool(managed.bare == name) }

  /// The name of an `@NSManaged` declaration, which few templates use.
  private var managed: SwiftIdentifier {
    location.map(context.managedName) ?? identifier
  }
}
