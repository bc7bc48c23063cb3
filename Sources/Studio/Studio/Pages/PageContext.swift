import Diagnostics
import HTTPServer
import ManagedModel
import ModelEditing
import ModelReview
import WebGuarding
import WebPages
import WebSites

/// The values that all pages of one response share.
struct PageContext {
  let state: StudioSession.State
  let token: FormToken

  /// The message about the preceding action.
  let note: String?

  /// The reason why a request failed.
  let problem: String?
  init(_ state: StudioSession.State, token: FormToken, note: String? = nil, problem: String? = nil)
  {
    self.state = state
    self.token = token
    self.note = note
    self.problem = problem
  }

  var bundle: EditedBundle { state.bundle }
  var resolved: ResolvedModel { state.analysis.resolved }
  var model: Model { resolved.model }

  // MARK: Addresses and forms

  var links: SiteLinks { SiteLinks(token: token) }

  func href(_ route: StudioRoute) -> HTMLAttribute { links.href(route) }

  func review(_ query: String) -> HTMLAttribute {
    .plain("href", "/\(token.text)/\(StudioRoute.review.path)?\(query)")
  }

  /// A form for an address of the studio, with the token, and the page to return to.
  func form(
    _ route: StudioRoute,
    back: StudioRoute,
    _ hidden: [(String, String)] = [],
    @HTMLBuilder content: () -> HTML
  ) -> HTML {
    links.form(route, back: back, hidden, content: content)
  }

  /// The form that adds an element to the model, or to the entity or composite with a name.
  func addition(
    of kind: ElementKind,
    to owner: String? = nil,
    back: StudioRoute,
    @HTMLBuilder content: () -> HTML
  ) -> HTML {
    let place = owner.map { [("owner", $0)] } ?? []
    return form(.edit, back: back, [("verb", "add"), ("kind", kind.rawValue)] + place) {
      content()
      button("Add \(kind.title)")
    }
  }

  func button(_ title: String, _ label: String? = nil, isDisabled: Bool = false) -> HTML {
    FormParts.button(title, label, isDisabled: isDisabled)
  }

  // MARK: Findings

  /// The findings of validator and linter for an entity, or for the model as a whole.
  func findings(of entity: Int?) -> [(severity: Severity, text: String)] {
    state.analysis.review.findings.filter { $0.element.entity == entity }.map { finding in
      let hint = " (\(finding.hint))"
      return (finding.severity, "\(finding.message)\(hint) [\(finding.rule)]")
    }
  }

  /// The section that lists findings; empty if there are none.
  func section(of findings: [(severity: Severity, text: String)]) -> HTML {
    guard !findings.isEmpty else { return .empty }
    return element("section", .plain("aria-labelledby", "findings")) {
      element("h2", .id("findings")) { "Findings" }
      element("ul") {
        findings.map { finding in
          element("li") {
            element("strong") { "\(finding.severity.rawValue): " }
            finding.text
          }
        }
      }
    }
  }

  /// The errors and warnings of the model.
  var problems: [ModelProblem] { state.analysis.problems }
}
