import CoreData

/// Models of real stores from before models were XML, rewritten in code.
///
/// The stores come only with the binary source of the model, which needs an old Xcode. The version hashes in the
/// store confirm that a model is correct.
enum ModelsBeforeXML {
  static var all: [NSManagedObjectModel] { [twitter(), recipes()] }

  /// The model of RestKit's sample of 2012.
  private static func twitter() -> NSManagedObjectModel {
    let tweet = PlainModel.entity(
      "Tweet",
      [
        "createdAt": .date, "inReplyToScreenName": .string, "isFavorited": .boolean,
        "statusID": .integer64, "text": .string, "urlString": .string,
      ]
    )
    let user = PlainModel.entity(
      "User",
      ["name": .string, "screenName": .string, "userID": .integer64]
    )
    PlainModel.relate(user, "status", tweet, "user")
    return model(tweet, user)
  }

  /// The model of Apple's sample of 2009, from MagicalRecord's repository.
  private static func recipes() -> NSManagedObjectModel {
    let image = PlainModel.entity("Image", ["image": .transformable])
    let ingredient = PlainModel.entity(
      "Ingredient",
      ["amount": .string, "displayOrder": .integer16, "name": .string]
    )
    let recipe = PlainModel.entity(
      "Recipe",
      [
        "instructions": .string, "name": .string, "overview": .string, "prepTime": .string,
        "thumbnailImage": .transformable,
      ]
    )
    let type = PlainModel.entity("RecipeType", ["name": .string])
    PlainModel.relate(recipe, "ingredients", ingredient, "recipe", rule: .cascadeDeleteRule)
    PlainModel.relate(type, "recipes", recipe, "type")
    PlainModel.relate(recipe, "image", image, "recipe", rule: .cascadeDeleteRule)
    recipe.relationshipsByName["image"]?.maxCount = 1
    recipe.relationshipsByName["image"]?.minCount = 1
    image.relationshipsByName["recipe"]?.isOptional = false
    for name in ["displayOrder", "name"] {
      ingredient.attributesByName[name]?.isOptional = false
    }
    return model(image, ingredient, recipe, type)
  }

  /// Xcode gave every to-one relationship a minimum count of one, optional or not.
  private static func model(_ entities: NSEntityDescription...) -> NSManagedObjectModel {
    for relationship in entities.flatMap(\.relationshipsByName.values) where !relationship.isToMany
    {
      relationship.minCount = 1
    }
    let model = NSManagedObjectModel()
    model.entities = entities
    return model
  }
}
