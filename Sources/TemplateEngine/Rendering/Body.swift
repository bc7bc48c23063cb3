/// What stands between two tags, or in a whole template, as it is rendered: texts and nodes in turn.
///
/// The body keeps all of them alive. So going through it, which rendering does most of the time, needs to
/// count no references.
final class Body: Sendable {
  /// A part of a body as the parser comes upon it.
  enum Part: Sendable {
    case text([UInt8])
    case node(Node)

    fileprivate var text: [UInt8]? {
      if case .text(let bytes) = self { bytes } else { nil }
    }

    fileprivate var node: Node? {
      if case .node(let node) = self { node } else { nil }
    }
  }

  /// A part of a body as it is rendered.
  enum Piece {
    case text(UnsafePointer<UInt8>, Int)
    case node(Unmanaged<Node>)
  }

  /// The nodes, without the texts between them.
  let nodes: [Node]

  // Neither changes while the body lives.
  nonisolated(unsafe) private let pieces: UnsafeMutableBufferPointer<Piece>
  nonisolated(unsafe) private let text: UnsafeMutablePointer<UInt8>

  static let empty = Body([])

  init(_ parts: [Part]) {
    nodes = parts.compactMap(\.node)
    let bytes = parts.flatMap { $0.text ?? [] }
    let text = UnsafeMutablePointer<UInt8>.allocate(capacity: bytes.count)
    text.initialize(from: bytes, count: bytes.count)
    self.text = text
    pieces = .allocate(capacity: parts.count)
    var end = text
    for (index, part) in parts.enumerated() {
      switch part {
      case .node(let node):
        pieces.initializeElement(at: index, to: .node(.passUnretained(node)))
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

  @inline(__always)
  subscript(index: Int) -> Piece { pieces[index] }
}
