extension ElementEdit {
  /// The edit as lines that ``EditParser`` reads; clearing a field of an added part is a line of its own.
  package var lines: [String] {
    switch self {
    case .add(let path, let assignments, let placement):
      let set = assignments.filter { $0.text != nil }
      let cleared = assignments.filter { $0.text == nil }
      let words = ["add", path.kind.rawValue] + path.words + set.flatMap(\.words) + placement.words
      return [EditLine.line(of: words)]
        + (cleared.isEmpty ? [] : ElementEdit.set(path, cleared).lines)
    case .set(let path, let assignments):
      let set = assignments.filter { $0.text != nil }
      let cleared = assignments.compactMap { $0.text == nil ? $0.name : nil }
      let start = [path.kind.rawValue] + path.words
      return (set.isEmpty ? [] : [EditLine.line(of: ["set"] + start + set.flatMap(\.words))])
        + (cleared.isEmpty ? [] : [EditLine.line(of: ["clear"] + start + cleared)])
    case .rename(let path, let name, let keepsData):
      let words = ["rename", path.kind.rawValue] + path.words + [name]
      return [EditLine.line(of: words + (keepsData ? ["--keep-data"] : []))]
    case .remove(let path, let withReferences):
      let words = ["remove", path.kind.rawValue] + path.words
      return [EditLine.line(of: words + (withReferences ? ["--with-references"] : []))]
    case .move(let path, let placement):
      let words = ["move", path.kind.rawValue] + path.words
      return [EditLine.line(of: words + (placement == .automatic ? ["sorted"] : placement.words))]
    }
  }
}

extension ElementPath {
  fileprivate var words: [String] {
    guard kind != .model else { return [] }
    guard kind.nameCounts.upperBound == 2 else { return names + members }
    let escaped = names.map { name in
      name.replacing("\\", with: "\\\\").replacing(".", with: "\\.")
    }
    return [escaped.joined(separator: ".")]
  }
}

extension Assignment {
  fileprivate var words: [String] {
    guard let text else { return [] }
    return [name.map { "\($0)=\(text)" } ?? text]
  }
}

extension Placement {
  fileprivate var words: [String] {
    switch self {
    case .automatic: []
    case .first: ["first"]
    case .last: ["last"]
    case .before(let name): ["before=\(name)"]
    case .after(let name): ["after=\(name)"]
    }
  }
}
