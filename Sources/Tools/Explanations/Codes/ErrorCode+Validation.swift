extension ErrorCode {
  /// The codes of objects and values that violate the rules of their model.
  static let validationCodes: [Self] = [
    Self(
      1550,
      "NSManagedObjectValidationError",
      "An object or a value violates a rule without a code of its own.",
      Advice(
        """
        A value is of another type than its attribute, a relationship leads to an object that is deleted or in no \
        context, or a predicate that was set on a description refuses the value.
        """,
        remedy: """
          userInfo names the object, the property and the value (NSValidationObjectErrorKey, \
          NSValidationKeyErrorKey, NSValidationValueErrorKey).
          """
      )
    ),
    .unused(
      1551,
      "NSManagedObjectConstraintValidationError",
      "Two objects have the same values where a uniqueness constraint forbids it.",
      "Uniqueness is checked by the store; this module reports a violation as NSManagedObjectConstraintMergeError."
    ),
    Self(
      1560,
      "NSValidationMultipleErrorsError",
      "Several rules were violated.",
      Advice(
        "A save validates all changed objects before it writes any, and found more than one problem.",
        remedy: "The problems are in userInfo under NSDetailedErrorsKey, each an error of its own.",
        example: "let all = (error as NSError).userInfo[NSDetailedErrorsKey] as? [NSError] ?? []"
      )
    ),
    Self(
      1570,
      "NSValidationMissingMandatoryPropertyError",
      "A property that must have a value has none.",
      Advice(
        "An attribute or a to-one relationship that is not optional is nil when its object is saved.",
        remedy: """
          Set it, give the attribute a default value in the model, or make it optional in a new version of the model.
          """
      )
    ),
    Self(
      1580,
      "NSValidationRelationshipLacksMinimumCountError",
      "A relationship has fewer objects than it must have.",
      Advice(
        "The model sets a minimum count, or the relationship is mandatory and empty.",
        remedy: "Add objects before saving, or lower the minimum in the model."
      )
    ),
    Self(
      1590,
      "NSValidationRelationshipExceedsMaximumCountError",
      "A relationship has more objects than it may have.",
      Advice(
        "The model sets a maximum count, and more objects were added, perhaps from the other end of the relationship.",
        remedy:
          "Remove objects before saving, or raise the maximum in the model; 0 means that there is none."
      )
    ),
    Self(
      1600,
      "NSValidationRelationshipDeniedDeleteError",
      "An object cannot be deleted while a relationship with the rule Deny leads to others.",
      Advice(
        "The delete rule of the relationship is Deny, and it still has objects. A batch deletion obeys the rule too.",
        remedy: "Delete or move the other objects first, or choose another delete rule."
      )
    ),
    Self(
      1610,
      "NSValidationNumberTooLargeError",
      "A number is above the maximum of the model.",
      Advice(
        "The attribute has a maximum in the model.",
        remedy:
          "Check the number when it is entered; validateValue(_:forKey:) checks it before a save."
      )
    ),
    Self(
      1620,
      "NSValidationNumberTooSmallError",
      "A number is below the minimum of the model.",
      Advice(
        "The attribute has a minimum in the model; a default value of 0 can be below it.",
        remedy: "Set the value before saving, or give the attribute a default that is allowed."
      )
    ),
    Self(
      1630,
      "NSValidationDateTooLateError",
      "A date is later than the model allows.",
      Advice(
        "The attribute has a latest date in the model, which is absolute, not relative to now.",
        remedy: "Correct the date, or move the bound in the model."
      )
    ),
    Self(
      1640,
      "NSValidationDateTooSoonError",
      "A date is earlier than the model allows.",
      Advice(
        "The attribute has an earliest date in the model.",
        remedy: "Correct the date; a date of 1970 or 2001 is often a value that was never set."
      )
    ),
    Self(
      1650,
      "NSValidationInvalidDateError",
      "A value of an attribute for dates is not a date.",
      Advice(
        "setValue(_:forKey:) was called with a value that cannot be converted to a date, such as a string.",
        remedy: "Convert it with a formatter first.",
        example: "player.setValue(ISO8601DateFormatter().date(from: text), forKey: \"born\")"
      )
    ),
    Self(
      1660,
      "NSValidationStringTooLongError",
      "A text is longer than the model allows.",
      Advice(
        "The attribute has a maximum length, in UTF-16 units as NSString counts them.",
        remedy: "Shorten the text, or raise the length in the model."
      )
    ),
    Self(
      1670,
      "NSValidationStringTooShortError",
      "A text is shorter than the model allows.",
      Advice(
        "The attribute has a minimum length; often it is 1, so that the text must not be empty.",
        remedy: "Ask for a text before saving."
      )
    ),
    Self(
      1680,
      "NSValidationStringPatternMatchingError",
      "A text does not match the regular expression of its attribute.",
      Advice(
        "The whole text has to match, not a part of it.",
        remedy: "Correct the text, or the expression: .* on both sides allows more around it."
      )
    ),
    Self(
      1690,
      "NSValidationInvalidURIError",
      "A value of an attribute for URIs is not a URI.",
      Advice(
        "setValue(_:forKey:) was called with a value that is not a URL, such as a string.",
        remedy: "Convert it to a URL first.",
        example: "player.setValue(URL(string: text), forKey: \"homepage\")"
      )
    ),
  ]
}
