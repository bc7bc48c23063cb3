/// The part of a source line that is shown below a diagnostic, and the position of the caret under it.
struct SourceExcerpt: Sendable, Hashable {
  /// The displayed text: tabs are spaces, invisible characters are written out, and `…` replaces omitted parts.
  var text: String

  /// The number of cells before the caret; nil if the place has no column.
  var caret: Int?

  /// The distance of tab stops, in cells.
  private static let tab = 4

  /// - Parameters:
  ///   - line: A line of a source, of any length.
  ///   - column: The column to point at, counted from 1 in Unicode scalars; limited to one past the end.
  ///   - width: The number of cells for the text.
  init(of line: String, column: Int?, width: Int) {
    let width = max(width, 20)
    // A line may have millions of characters; no more than this around the column can be shown.
    let cut = Cut(line.unicodeScalars, around: max(0, (column ?? 1) - 1), reach: 2 * width)
    let pieces = Self.pieces(of: Substring(cut.scalars))
    let pointed = Self.piece(at: cut.position, in: pieces)
    var window = 0..<pieces.count
    if cut.hidesStart || cut.hidesEnd || Self.cells(pieces[...]) > width {
      window = Self.window(around: pointed, of: pieces, startIsCut: cut.hidesStart, width: width)
    }
    let hidesStart = cut.hidesStart || window.lowerBound > 0
    let hidesEnd = cut.hidesEnd || window.upperBound < pieces.count
    text =
      (hidesStart ? "…" : "") + pieces[window].map(\.text).joined() + (hidesEnd ? "…" : "")
    if column != nil {
      let before = window.lowerBound..<min(max(pointed, window.lowerBound), window.upperBound)
      caret = (hidesStart ? 1 : 0) + Self.cells(pieces[before])
    }
  }

  /// A character as it is displayed.
  private struct Piece {
    var text: String
    var cells: Int
    var scalars: Int
  }

  private static func pieces(of line: Substring) -> [Piece] {
    var pieces: [Piece] = []
    var cells = 0
    for character in line {
      let scalars = character.unicodeScalars.count
      let text: String
      if character == "\t" {
        text = String(repeating: " ", count: tab - cells % tab)
      } else {
        text = String(character).visible
      }
      let piece = Piece(text: text, cells: TextWidth.of(text), scalars: scalars)
      pieces.append(piece)
      cells += piece.cells
    }
    return pieces
  }

  private static func cells(_ pieces: ArraySlice<Piece>) -> Int {
    pieces.reduce(0) { $0 + $1.cells }
  }

  /// The index of the piece with the scalar at a position; the end if there is none.
  private static func piece(at position: Int, in pieces: [Piece]) -> Int {
    var end = 0
    for (index, piece) in pieces.enumerated() {
      end += piece.scalars
      if position < end { return index }
    }
    return pieces.count
  }

  /// The pieces that fit between two `…`: from the start of the line if the pointed one is among them, otherwise with
  /// the pointed one at two thirds of the width.
  private static func window(
    around pointed: Int,
    of pieces: [Piece],
    startIsCut: Bool,
    width: Int
  ) -> Range<Int> {
    var start = 0
    if startIsCut || cells(pieces[..<min(pointed + 1, pieces.count)]) > width - 1 {
      start = min(pointed, pieces.count)
      var room = (width - 2) * 2 / 3
      while start > 0, pieces[start - 1].cells <= room {
        start -= 1
        room -= pieces[start].cells
      }
    }
    var end = start
    var room = width - (startIsCut || start > 0 ? 2 : 1)
    while end < pieces.count, pieces[end].cells <= room {
      room -= pieces[end].cells
      end += 1
    }
    return start..<end
  }
}

/// The scalars of a line near a position.
private struct Cut {
  var scalars: Substring.UnicodeScalarView
  /// The position among ``scalars``.
  var position: Int
  var hidesStart: Bool
  var hidesEnd: Bool

  init(_ line: String.UnicodeScalarView, around position: Int, reach: Int) {
    let limit = line.endIndex
    // A column past the end of the line points just after its last character.
    var pointed = line.startIndex
    var count = 0
    while count < position, pointed < limit {
      line.formIndex(after: &pointed)
      count += 1
    }
    let before = min(count, reach)
    let start = line.index(pointed, offsetBy: -before)
    let end = line.index(pointed, offsetBy: reach, limitedBy: limit) ?? limit
    scalars = Substring.UnicodeScalarView(line[start..<end])
    self.position = before
    hidesStart = start > line.startIndex
    hidesEnd = end < limit
  }
}
