// TemplateEngine turns a text and a context into a text.
//
// The language is Stencil's, with the tags and filters that StencilSwiftKit adds for Swift code, so
// that templates written for SwiftGen work unchanged. This module knows nothing of models or Swift
// projects.
//
//   1. `TemplateLexer` cuts the text into chunks and words, each with its place.
//   2. `TemplateParser` builds a `Body` of texts and nodes; the tags in `Tags/` and `WordReader` read
//      their parts. All mistakes of a template are reported together.
//   3. `Rendering` walks over bodies and appends to one buffer of bytes. Variables are found in
//      `Scopes` by the numbers of their names (`TemplateSymbol`), parts of objects in `PartMemory`, and both
//      are looked at where they lie: what is only shown or asked for its truth is never copied.
//
// Rendering is bounded by `RenderLimits`: steps, depth and output, so that a runaway template ends
// in an error. Every error has a place and the way that led there.
//
// To add a filter: a `Filter` in one of the lists of `Filters/`, a row in the tests.
// To add a tag: a `TagDefinition` in a file of `Tags/`, its name in `TagDefinition.all`, a test.
