/// The contents between two tags, or of a whole template: alternating texts and nodes.
///
/// The body keeps all of them alive, so that iterating over it, the hot path of rendering, needs
/// no reference counting.
final class Body: Sendable {
  /// A part of a body from the parser.
  struct Part: Sendable {
    enum Content: Sendable {
      case text([UInt8])
      case node(TemplateNode)
    }

    let content: Content

    /// The position of the beginning.
    let spot: SourceSpan

    init(_ content: Content, at spot: SourceSpan) {
      self.content = content
      self.spot = spot
    }

    fileprivate var text: [UInt8]? {
      if case .text(let bytes) = content { bytes } else { nil }
    }

    fileprivate var node: TemplateNode? {
      if case .node(let node) = content { node } else { nil }
    }
  }

  /// A part of a body as it is rendered.
  enum Piece {
    case text(UnsafePointer<UInt8>, Int)
    /// The address of a node; not an `Unmanaged`, whose metadata would be looked up at each use.
    case node(UnsafeRawPointer)
  }

  /// The nodes, without the texts between them.
  let nodes: [TemplateNode]

  /// The beginning of each part, stored separately because only failures need it.
  private let spots: [SourceSpan]

  // Neither changes during the lifetime of the body.
  nonisolated(unsafe) private let pieces: UnsafeMutableBufferPointer<Piece>
  nonisolated(unsafe) private let text: UnsafeMutablePointer<UInt8>

  static let empty = Body([])

  init(_ parts: [Part]) {
    nodes = parts.compactMap(\.node)
    spots = parts.map(\.spot)
    let bytes = parts.flatMap { $0.text ?? [] }
    let text = UnsafeMutablePointer<UInt8>.allocate(capacity: bytes.count)
    text.initialize(from: bytes, count: bytes.count)
    self.text = text
    pieces = .allocate(capacity: parts.count)
    var end = text
    for (index, part) in parts.enumerated() {
      switch part.content {
      case .node(let node):
        pieces.initializeElement(
          at: index,
          to: .node(UnsafeRawPointer(Unmanaged.passUnretained(node).toOpaque()))
        )
      case .text(let bytes):
        pieces.initializeElement(at: index, to: .text(end, bytes.count))
        end += bytes.count
      }
    }
  }

  deinit {
    pieces.deallocate()
    text.deallocate()
  }

  var isEmpty: Bool { pieces.isEmpty }

  var count: Int { pieces.count }

  /// The beginning of the part at an index.
  func spot(at index: Int) -> SourceSpan { spots[index] }

  @inline(__always)
  subscript(index: Int) -> Piece { pieces[index] }
}
