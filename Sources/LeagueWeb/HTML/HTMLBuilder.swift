/// Puts together what is written one below the other; strings are text.
@resultBuilder
enum HTMLBuilder {
  static func buildExpression(_ html: HTML) -> HTML { html }
  static func buildExpression(_ text: String) -> HTML { HTML(text) }
  static func buildExpression(_ parts: [HTML]) -> HTML { HTML(parts) }
  static func buildBlock(_ parts: HTML...) -> HTML { HTML(parts) }
  static func buildOptional(_ html: HTML?) -> HTML { html ?? .empty }
  static func buildEither(first html: HTML) -> HTML { html }
  static func buildEither(second html: HTML) -> HTML { html }
  static func buildArray(_ parts: [HTML]) -> HTML { HTML(parts) }
}
