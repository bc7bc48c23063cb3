// TemplateEngine turns a text and a context into a text.
//
// The language is Stencil's, with the tags and filters that StencilSwiftKit adds for Swift code, so
// that templates written for SwiftGen work unchanged. This module does not depend on models or Swift
// projects.
//
//   1. `TemplateLexer` splits the text into chunks and words with their positions.
//   2. `TemplateParser` builds a `Body` of texts and nodes; the tags in `Tags/` and `WordReader` parse
//      their parts. All mistakes of a template are reported together.
//   3. `Rendering` traverses bodies and appends to one buffer of bytes. Variables are looked up in
//      `Scopes` by the numbers of their names (`TemplateSymbol`), parts of objects in `PartMemory`, and both
//      are read in place: a value that is only written or tested is never copied.
//
// Rendering is limited by `RenderLimits`: steps, depth and output, so that a runaway template ends
// in an error. Every error has a position and the stack that led there.
//
// To add a filter: a `Filter` in one of the lists of `Filters/`, a row in the tests.
// To add a tag: a `TagDefinition` in a file of `Tags/`, its name in `TagDefinition.all`, a test.
