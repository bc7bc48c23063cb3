/// A pattern of LIKE: `*` matches any text, `?` any character, and a backslash escapes the next one.
struct WildcardPattern {
  private enum Piece: Equatable {
    case anything
    case anyCharacter
    case character(Character)
  }

  private let pieces: [Piece]
  private let text: TextComparison

  init(_ source: String, _ text: TextComparison) {
    self.text = text
    var pieces: [Piece] = []
    var isEscaped = false
    for character in text.folded(source) {
      if isEscaped {
        pieces.append(.character(character))
        isEscaped = false
      } else if character == "\\" {
        isEscaped = true
      } else if character == "*" {
        if pieces.last != .anything { pieces.append(.anything) }
      } else {
        pieces.append(character == "?" ? .anyCharacter : .character(character))
      }
    }
    if isEscaped { pieces.append(.character("\\")) }
    self.pieces = pieces
  }

  /// Whether the whole string matches the pattern.
  ///
  /// After a mismatch, only the last `*` has to match one character more: the previous ones need not be tried again.
  /// So the time is at most the product of both lengths.
  func matches(_ string: String) -> Bool {
    let characters = Array(text.folded(string))
    var position = 0
    var piece = 0
    var resumption: (piece: Int, position: Int)?
    while position < characters.count {
      if let next = pieces[checked: piece], next == .anything {
        resumption = (piece + 1, position)
        piece += 1
      } else if let next = pieces[checked: piece], fits(next, characters[position]) {
        piece += 1
        position += 1
      } else if let last = resumption {
        resumption = (last.piece, last.position + 1)
        piece = last.piece
        position = last.position + 1
      } else {
        return false
      }
    }
    return pieces[min(piece, pieces.count)...].allSatisfy { $0 == .anything }
  }

  private func fits(_ piece: Piece, _ character: Character) -> Bool {
    switch piece {
    case .anything, .anyCharacter: true
    case .character(let wanted): wanted == character
    }
  }
}
