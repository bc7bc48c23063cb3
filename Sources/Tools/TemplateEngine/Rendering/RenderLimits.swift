/// The limits of one rendering, beyond which it ends with an error.
///
/// The defaults are far above what any real model needs: they turn endless recursion and absurd
/// loops into errors within seconds.
package struct RenderLimits: Sendable, Hashable {
  /// Bytes of text produced, counting text that is captured by `set`, `map` or `filter` as well.
  package var outputBytes = 1 << 29

  /// Nodes rendered, expressions evaluated, elements visited.
  package var steps = 100_000_000

  /// The nesting of templates and macros.
  package var depth = 128

  package init() {}
}
