import WebBrowser

extension BrowserWindow {
  /// The texts of the page with too little contrast, each with its ratio.
  func faintTexts() async throws -> [String] {
    let script = """
      const numbers = (text) => (text.match(/[\\d.]+/g) ?? []).map(Number);
      const light = ([r, g, b]) => {
        const [x, y, z] = [r, g, b].map((part) => {
          const value = part / 255;
          return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
        });
        return 0.2126 * x + 0.7152 * y + 0.0722 * z;
      };
      const ground = (element) => {
        for (let at = element; at; at = at.parentElement) {
          const color = numbers(getComputedStyle(at).backgroundColor);
          if (color.length === 3 || color[3] === 1) return color;
        }
        return matchMedia("(prefers-color-scheme: dark)").matches ? [18, 18, 18] : [255, 255, 255];
      };
      const faint = [];
      for (const element of document.querySelectorAll("body *")) {
        const isText = [...element.childNodes].some((node) => node.nodeType === 3 && node.data.trim());
        if (!(isText || element.matches("input, select")) || element.closest("svg, datalist")) continue;
        if (!element.checkVisibility()) continue;
        const both = [light(numbers(getComputedStyle(element).color)), light(ground(element))];
        const ratio = (Math.max(...both) + 0.05) / (Math.min(...both) + 0.05);
        if (ratio < 4.5) faint.push(`${element.tagName} ${element.textContent.slice(0, 40)}: ${ratio}`);
      }
      return faint;
      """
    return try await run(script) as? [String] ?? ["the script has no result"]
  }

  /// The roles and names of controls, from the accessibility tree.
  func controls() async throws -> [(role: String, name: String)] {
    let answer = try await tool("Accessibility.getFullAXTree", [:]) as? [String: Any]
    let nodes = answer?["nodes"] as? [[String: Any]] ?? []
    let wanted: Set<String> = [
      "button", "link", "textbox", "searchbox", "combobox", "checkbox", "navigation", "region",
      "group", "search", "image", "table", "heading",
    ]
    return nodes.compactMap { node in
      guard node["ignored"] as? Bool != true,
        let role = (node["role"] as? [String: Any])?["value"] as? String, wanted.contains(role)
      else { return nil }
      return (role, (node["name"] as? [String: Any])?["value"] as? String ?? "")
    }
  }
}
