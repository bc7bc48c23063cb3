import CoreData

final class ColorTransformer: Foundation.ValueTransformer {
  override class func allowsReverseTransformation() -> Bool { true }
  override func transformedValue(_ value: Any?) -> Any? { value }

  static func register() {
    Foundation.ValueTransformer.setValueTransformer(ColorTransformer(), forName: NSValueTransformerName("Color"))
  }
}
