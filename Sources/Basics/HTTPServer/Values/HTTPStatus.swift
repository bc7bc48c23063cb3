/// The outcome of a request, as a number.
package struct HTTPStatus: RawRepresentable, Hashable, Sendable {
  package let rawValue: UInt16

  package init(rawValue: UInt16) {
    self.rawValue = rawValue
  }

  package static let ok = HTTPStatus(rawValue: 200)
  package static let seeOther = HTTPStatus(rawValue: 303)
  package static let notModified = HTTPStatus(rawValue: 304)
  package static let badRequest = HTTPStatus(rawValue: 400)
  package static let forbidden = HTTPStatus(rawValue: 403)
  package static let notFound = HTTPStatus(rawValue: 404)
  package static let methodNotAllowed = HTTPStatus(rawValue: 405)
  package static let conflict = HTTPStatus(rawValue: 409)
  package static let gone = HTTPStatus(rawValue: 410)
  package static let contentTooLarge = HTTPStatus(rawValue: 413)
  package static let unsupportedMediaType = HTTPStatus(rawValue: 415)
  package static let misdirectedRequest = HTTPStatus(rawValue: 421)
  package static let unprocessableContent = HTTPStatus(rawValue: 422)
  package static let internalServerError = HTTPStatus(rawValue: 500)
  package static let notImplemented = HTTPStatus(rawValue: 501)
  package static let serviceUnavailable = HTTPStatus(rawValue: 503)
}
