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
    case .inheritedMember: "No property is named like a member of every managed object."
    case .ambiguousName: "No two names become one name in Swift."
    case .shadowedType: "No class is named like a type that generated code needs."
    case .shadowedModule: "No class hides a module by which a type must be named."
    case .sharedClass: "No two entities have one class."
    case .accessorClash: "No two accessors or types that generated code adds have one name."
    case .badTypeText: "The text of a Swift type is one type and nothing else."
    case .uncheckedValue: "A property of a type of one's own that is never nil has a default."
    }
  }
}
