import WebGuarding

extension Objection {
  /// The page with the reason of the objection.
  var page: Page { .refusal(status, text) }

  private var text: String {
    switch self {
    case .foreignHost:
      "This server answers only under the address that 'league serve' has printed. To let it answer "
        + "under another name, start it with --host and that name."
    case .foreignOrigin:
      "The form does not come from a page of this server. Nothing was changed. Open the list of teams "
        + "and begin there."
    case .wrongToken:
      "The server was restarted after the page of this form was opened. Nothing was changed."
    case .noForm: "Only forms of this site's pages can be sent here. Nothing was changed."
    case .wrongMethod:
      "This address does not accept this kind of request. Nothing was changed."
    }
  }
}
