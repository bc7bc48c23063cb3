import Diagnostics

/// A rule that a model must follow so that code for it can be written.
///
/// The raw value is the name in diagnostics.
package enum GenerationRule: String, Sendable, CaseIterable {
  case badName = "swift-name"
  case inheritedMember = "inherited-member"
  case ambiguousName = "ambiguous-swift-name"
  case shadowedType = "shadowed-type"
  case shadowedModule = "shadowed-module"
  case sharedClass = "shared-class"
  case accessorClash = "accessor-clash"
  case badTypeText = "swift-type"
  case uncheckedValue = "unchecked-value"
}

extension GenerationRule {
  /// The severity of a breach.
  ///
  /// Nearly all have a workaround that compiles.
  package var severity: Severity {
    switch self {
    case .shadowedType: .note
    case .shadowedModule: .error
    case .badName, .inheritedMember, .ambiguousName, .sharedClass, .accessorClash, .badTypeText,
      .uncheckedValue:
      .warning
    }
  }

  /// The rule in one sentence, for lists of rules.
  package var summary: String {
    switch self {
    case .badName: "The name of a part of a model is an identifier of Swift."
    case .inheritedMember: "No property has the name of a member of every managed object."
    case .ambiguousName: "No two names become the same name in Swift."
    case .shadowedType: "No class has the name of a type that generated code needs."
    case .shadowedModule: "No class hides a module that qualifies a type."
    case .sharedClass: "No two entities have the same class."
    case .accessorClash: "No two generated accessors or types have the same name."
    case .badTypeText: "The text of a Swift type is a single type."
    case .uncheckedValue: "A nonoptional property of a custom type has a default."
    }
  }
}
