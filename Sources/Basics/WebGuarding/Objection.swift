import HTTPServer

/// The reason a request is rejected.
package enum Objection: Sendable, Hashable {
  case foreignHost
  case foreignOrigin
  case wrongToken
  case noForm
  case wrongMethod(String)

  package var status: HTTPStatus {
    switch self {
    case .foreignHost: .misdirectedRequest
    case .foreignOrigin, .wrongToken: .forbidden
    case .noForm: .unsupportedMediaType
    case .wrongMethod: .methodNotAllowed
    }
  }
}
