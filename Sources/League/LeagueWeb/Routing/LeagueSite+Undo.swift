import Foundation
import HTTPServer
import LeagueOperations

/// The actions of the buttons that undo a deletion.
extension LeagueSite {
  func undo(_ fields: FormFields) throws -> Answer {
    guard let change = fields["change"].flatMap({ UUID(uuidString: $0) }) else {
      return .page(.notFound, .notFound)
    }
    do {
      let undone = try store.undo(change)
      return answer(to: undone.restored)
    } catch LeagueError.nothingToUndo {
      let reason = "The change is too old, or the store was replaced. Nothing was changed."
      return .page(.notUndone(reason), .gone)
    } catch LeagueError.alreadyUndone {
      return .page(.notUndone("The change was already undone. Nothing was changed now."), .conflict)
    } catch LeagueError.invalid(let problems) {
      let reason = FormField.sentence(problems.map(\.message)) + ". Nothing was changed."
      return .page(.notUndone(reason, again: change), .conflict)
    } catch LeagueError.changedSince {
      let reason = "The same objects were changed again since. Nothing was changed now."
      return .page(.notUndone(reason, again: change), .conflict)
    } catch LeagueError.conflict {
      let reason =
        "Another user changed the same objects at the same time. Nothing was changed now."
      return .page(.notUndone(reason, again: change), .conflict)
    }
  }

  /// Redirects to the restored objects.
  private func answer(to restored: [LeagueStore.Restored]) -> Answer {
    guard let first = restored.first else { return .seeOther(.teams) }
    let note = Note.restored(first.noun, first.id)
    guard restored.count == 1 else { return .seeOther(.teams, note) }
    switch first.noun {
    case .team: return .seeOther(.team(first.id), note)
    case .player: return .seeOther(first.team.map(Route.team) ?? .players, note)
    }
  }

  /// The button again, after a restart of the server or a failure of the store.
  func undoForm(_ fields: FormFields, _ notice: FormNotice, _ status: HTTPStatus) -> Answer {
    guard let change = fields["change"].flatMap({ UUID(uuidString: $0) }),
      let undoable = store.undoable(change)
    else {
      let reason = "The change is too old or was already undone. Nothing was changed."
      return .page(.notUndone(reason), .gone)
    }
    return .page(.undo(change, undoable, notice), status)
  }
}
