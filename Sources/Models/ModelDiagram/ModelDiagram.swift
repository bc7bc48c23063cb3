import ManagedModel

/// The forms in which a diagram can be written.
package enum DiagramFormat: String, Sendable, CaseIterable {
  case svg
  case dot
  case mermaid

  /// The usual extension of a file of this form, without the dot.
  package var fileExtension: String {
    switch self {
    case .svg: "svg"
    case .dot: "dot"
    case .mermaid: "mmd"
    }
  }
}

/// Writes the entity–relationship diagram of a model.
///
/// A picture is made from a model in three steps, each of them a value:
///
/// 1. ``DiagramModel`` is the content: boxes with rows, and the edges between them. Its boxes
///    are in the order of their names, so the order of the entities in the file plays no part.
/// 2. ``DiagramLayout`` has the positions: a rectangle for every box, a polyline for every edge. Boxes stand
///    as in Xcode's diagram if it was arranged (``DrawnArrangement``), else in columns
///    (``LayeredArrangement``). Graphviz and Mermaid compute positions themselves and skip this step.
/// 3. ``SVGRenderer``, ``DOTRenderer`` and ``MermaidRenderer`` write text.
///
/// The same model always gives the same bytes.
package struct DiagramWriter: Sendable {
  package var format: DiagramFormat

  /// The positions of the boxes of an SVG.
  package var placement: DiagramPlacement

  /// Whether an SVG follows the reader's color scheme or keeps to one.
  package var appearance: SVGAppearance

  package init(
    format: DiagramFormat,
    placement: DiagramPlacement = .automatic,
    appearance: SVGAppearance = .automatic
  ) {
    self.format = format
    self.placement = placement
    self.appearance = appearance
  }

  /// Returns the text of the diagram of a model, with a title that is usually the name of the model.
  ///
  /// - Parameters:
  ///   - model: The model.
  ///   - title: The title.
  ///   - marks: The differences from an earlier version; SVG pictures show them.
  /// - Returns: The text.
  package func text(
    of model: ResolvedModel,
    title: String,
    marks: DiagramMarks = DiagramMarks()
  ) -> String {
    var diagram = DiagramModel(model, title: title)
    diagram.mark(marks)
    switch format {
    case .svg:
      let layout = DiagramLayout(
        diagram,
        drawn: model.model.diagram ?? [],
        placement: placement
      )
      return SVGRenderer(appearance: appearance).text(of: diagram, layout: layout)
    case .dot:
      return DOTRenderer().text(of: diagram)
    case .mermaid:
      return MermaidRenderer().text(of: diagram)
    }
  }
}
