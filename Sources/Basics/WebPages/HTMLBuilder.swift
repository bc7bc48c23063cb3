/// Concatenates the expressions of a block; strings become text nodes.
@resultBuilder
package enum HTMLBuilder {
  package static func buildExpression(_ html: HTML) -> HTML { html }
  package static func buildExpression(_ text: String) -> HTML { HTML(text) }
  package static func buildExpression(_ parts: [HTML]) -> HTML { HTML(parts) }
  package static func buildBlock(_ parts: HTML...) -> HTML { HTML(parts) }
  package static func buildOptional(_ html: HTML?) -> HTML { html ?? .empty }
  package static func buildEither(first html: HTML) -> HTML { html }
  package static func buildEither(second html: HTML) -> HTML { html }
  package static func buildArray(_ parts: [HTML]) -> HTML { HTML(parts) }
}
