import Foundation

/// The documentation page that shows the ratios of all contenders, as a table and as a plot.
struct PeerPage {
  let rows: [Report.Row]
  let peers: [ContenderProgram]

  private static let start = "<!-- made by make bench-peers -->"
  private static let end = "<!-- end of what make bench-peers makes -->"

  /// Replaces the part of a page between two comments, and the plot in `Resources` beside it.
  func write(to page: URL) throws {
    let text = try String(contentsOf: page, encoding: .utf8)
    guard let start = text.range(of: Self.start), let end = text.range(of: Self.end),
      start.upperBound <= end.lowerBound
    else { throw Arguments.Misuse(description: "\(page.path) has no place for the table") }
    let picture = "![A plot of the ratios of all contenders, by workload.](speed.svg)"
    let table = "\n\n" + [machine, picture, markdown].joined(separator: "\n\n") + "\n"
    try Data(text.replacingCharacters(in: start.upperBound..<end.lowerBound, with: table).utf8)
      .write(to: page, options: .atomic)
    let plot = page.deletingLastPathComponent().appending(path: "Resources/speed.svg")
    try Data(PeerPlot(rows: rows, contenders: contenders).svg.utf8)
      .write(to: plot, options: .atomic)
  }

  private var contenders: [ContenderProgram] { [.store] + peers }

  /// The machine and the versions on which the figures depend.
  private var machine: String {
    let information = (try? String(contentsOfFile: "/proc/cpuinfo", encoding: .utf8)) ?? ""
    let model = information.split(separator: "\n").first { $0.hasPrefix("model name") }
    let name = model?.split(separator: ":").last.map { $0.trimmingCharacters(in: .whitespaces) }
    let cores = ProcessInfo.processInfo.activeProcessorCount
    let versions = peers.map(\.title).joined(separator: ", ")
    return "Measured on \(cores) cores of \(name ?? "an unknown processor"), with \(versions)."
  }

  private var markdown: String {
    var lines = [
      "| Workload | C interface, ms | "
        + contenders.map { $0.title.components(separatedBy: " of ")[0] }.joined(separator: " | ")
        + " | must | goal |",
      "| --- |" + String(repeating: " ---: |", count: contenders.count + 3),
    ]
    for row in rows {
      let ratios = contenders.map { ratio(row.ratios[$0.name]) }.joined(separator: " | ")
      lines.append(
        "| \(row.workload.title) | \(String(format: "%.1f", row.raw)) | \(ratios) | "
          + "\(ratio(row.workload.bounds?.must)) | \(ratio(row.workload.bounds?.goal)) |"
      )
    }
    lines.append("")
    lines.append(
      "Memory in MiB, the growth of the process at its peak / what is left of it when the workload has ended, and the"
    )
    lines.append("heap has returned its unused pages. The bounds are those of the peak:")
    lines.append("")
    lines.append(
      "| Workload | C interface | " + contenders.map(\.name).joined(separator: " | ")
        + " | must | goal |"
    )
    lines.append("| --- |" + String(repeating: " ---: |", count: contenders.count + 3))
    for row in rows {
      let figures = ([.raw] + contenders).map { contender in
        row.memory[contender.name].map { String(format: "%.1f / %.1f", $0.peak, $0.rest) } ?? "–"
      }
      let bounds = row.workload.memoryBounds.map { bounds in
        String(format: "%.0f | %.0f", bounds.must, bounds.goal)
      }
      lines.append(
        "| \(row.workload.title) | \(figures.joined(separator: " | ")) | \(bounds ?? "– | –") |"
      )
    }
    return lines.joined(separator: "\n")
  }

  private func ratio(_ value: Double?) -> String {
    value.map { String(format: "%.2f", $0) } ?? "–"
  }
}

/// A plot of ratios on a logarithmic scale: a line for each workload, with a dot for each contender.
struct PeerPlot {
  let rows: [Report.Row]
  let contenders: [ContenderProgram]

  private let left = 330.0
  private let right = 900.0
  private let top = 64.0
  private let step = 26.0
  private static let colors = ["#0a6ed1", "#8a8a8e", "#2e7d32", "#b26a00", "#a0309a", "#b3261e"]

  var svg: String {
    let height = top + Double(rows.count) * step + 30
    var text = """
      <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 940 \(number(height))" role="img" \
      font-family="system-ui, sans-serif" font-size="13">
      <title>Time of each workload, as a ratio to the C interface of SQLite</title>
      <style>text { fill: #1d1d1f } .grid { stroke: #d2d2d7 } .one { stroke: #6e6e73 } \
      @media (prefers-color-scheme: dark) { text { fill: #f5f5f7 } .grid { stroke: #424245 } \
      .one { stroke: #a1a1a6 } }</style>

      """
    text += legend
    for mark in [0.5, 1, 2, 5, 10, 20, 50, 100] where mark <= greatest {
      text += grid(mark, height)
    }
    for (index, row) in rows.enumerated() { text += line(row, top + (Double(index) + 0.5) * step) }
    return text + "</svg>\n"
  }

  private var legend: String {
    var x = left
    var text = ""
    for (index, contender) in contenders.enumerated() {
      let color = Self.colors[index % Self.colors.count]
      text += "<circle cx=\"\(number(x))\" cy=\"18\" r=\"5\" fill=\"\(color)\"/>"
      text +=
        "<text x=\"\(number(x + 10))\" y=\"22\">\(contender.name == "store" ? contender.title : contender.name)</text>\n"
      x += 116
    }
    return text
  }

  private func grid(_ mark: Double, _ height: Double) -> String {
    let x = number(place(mark))
    let title = mark < 1 ? "0.5" : String(Int(mark))
    return """
      <line x1="\(x)" y1="\(number(top - 8))" x2="\(x)" y2="\(number(height - 24))" \
      class="\(mark == 1 ? "one" : "grid")"/><text x="\(x)" y="\(number(top - 14))" \
      text-anchor="middle">\(title)</text>

      """
  }

  private func line(_ row: Report.Row, _ y: Double) -> String {
    var text = """
      <text x="\(number(left - 24))" y="\(number(y + 4))" text-anchor="end">\(row.workload.title)</text>

      """
    for (index, contender) in contenders.enumerated().reversed() {
      guard let ratio = row.ratios[contender.name] else { continue }
      text += """
        <circle cx="\(number(place(ratio)))" cy="\(number(y))" r="\(index == 0 ? 6 : 5)" \
        fill="\(Self.colors[index % Self.colors.count])"><title>\(contender.name): \
        \(String(format: "%.2f", ratio))</title></circle>

        """
    }
    return text
  }

  private var greatest: Double { max(10, rows.flatMap(\.ratios.values).max() ?? 10) }

  private func place(_ ratio: Double) -> Double {
    let least = log(0.4)
    let part = (log(max(ratio, 0.4)) - least) / (log(greatest * 1.1) - least)
    return left + part * (right - left)
  }

  private func number(_ value: Double) -> String { String(format: "%.1f", value) }
}
