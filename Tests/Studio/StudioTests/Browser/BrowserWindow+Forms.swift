import Foundation
import WebBrowser

/// A form by its kind of edit, and the part that it edits.
func editForm(_ verb: String, _ kind: String, owner: String = "", name: String? = nil) -> String {
  let part = name.map { ":has([name=name][type=hidden][value='\($0)'])" } ?? ""
  let place = owner.isEmpty ? "" : ":has([name=owner][value='\(owner)'])"
  return "form:has([name=verb][value=\(verb)]):has([name=kind][value=\(kind)])\(place)\(part)"
}

/// A form that edits an object of a store, by the relationship that it edits.
func objectForm(_ verb: String, relationship: String? = nil) -> String {
  let part = relationship.map { ":has([name=relationship][value='\($0)'])" } ?? ""
  return "form[action$='/store/edit']:has([name=verb][value=\(verb)])\(part)"
}

extension BrowserWindow {
  /// Types into a field of a form, after expanding the section that contains it.
  func type(_ text: String, _ field: String, in form: String) async throws {
    let literal = String(decoding: try JSONEncoder().encode([form, field, text]), as: UTF8.self)
    try await wait(for: "document.querySelector(\(literal)[0])")
    _ = try await run(
      """
      const [form, field, text] = \(literal);
      const input = document.querySelector(form).querySelector(`[name="${field}"]:not([type=hidden])`);
      for (let at = input.closest("details"); at; at = at.parentElement?.closest("details")) at.open = true;
      if (input.type === "checkbox") input.checked = text === "yes"; else input.value = text;
      // Typed text is not discarded when the page is notified of a change.
      input.dispatchEvent(new Event("input", { bubbles: true }));
      """
    )
  }

  /// Expands all sections.
  func openAll() async throws {
    _ = try await run(
      "document.querySelectorAll('details').forEach((part) => { part.open = true; })"
    )
  }

  /// Submits a form by its button.
  func send(_ form: String) async throws {
    try await click("\(form) button")
  }

  /// Drags with the pointer from the middle of an element.
  func drag(_ selector: String, x: Int, y: Int) async throws {
    let literal = String(decoding: try JSONEncoder().encode([selector]), as: UTF8.self)
    let place =
      try await run(
        """
        const element = document.querySelector(\(literal)[0]);
        element.scrollIntoView({ block: "center", inline: "center" });
        const box = element.getBoundingClientRect();
        return [box.x + box.width / 2, box.y + box.height / 2];
        """
      ) as? [Double] ?? []
    guard place.count == 2 else { throw CocoaError(.featureUnsupported) }
    func mouse(_ type: String, _ step: Double, _ isDown: Bool) async throws {
      _ = try await tool(
        "Input.dispatchMouseEvent",
        [
          "type": type, "x": place[0] + Double(x) * step, "y": place[1] + Double(y) * step,
          "button": isDown ? "left" : "none", "buttons": isDown ? 1 : 0, "clickCount": 1,
        ]
      )
    }
    try await mouse("mousePressed", 0, true)
    for step in [0.25, 0.5, 1] { try await mouse("mouseMoved", step, true) }
    _ = try await tool(
      "Input.dispatchMouseEvent",
      [
        "type": "mouseReleased", "x": place[0] + Double(x), "y": place[1] + Double(y),
        "button": "left", "buttons": 0, "clickCount": 1,
      ]
    )
  }
}
