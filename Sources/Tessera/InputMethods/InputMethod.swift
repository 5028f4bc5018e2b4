/// Source of text for the focused node: an on-screen keyboard, an engine for syllables, a voice recognizer. A stage holds at most one
/// (``Stage/inputMethod``), as it holds one display. Its functions are called on the frame loop, no lock held.
///
/// ```swift
/// final class Shout: InputMethod {
///   func focusDidChange(to session: TextInputSession?) {}
///   func inputDidChange(in session: TextInputSession) {}
///   func handle(_ event: Event, in session: TextInputSession) -> EventResponse {
///     guard case .text(let text) = event else { return .ignored }
///     return session.perform(.insert(text.uppercased())) ? .handled : .ignored
///   }
/// }
/// stage.inputMethod = Shout()
/// ```
public protocol InputMethod: AnyObject, Sendable {
  /// Called when a node that takes text gets the focus; nil if the focus moves to a node that takes none, or is lost.
  func focusDidChange(to session: TextInputSession?)

  /// Called with a frame in which text, selection, purpose or the place of the caret changed.
  func inputDidChange(in session: TextInputSession)

  /// Handles an event before the focused node: keys and text. Touches of the focused node are passed too, after the node, in its box; their result
  /// is ignored.
  func handle(_ event: Event, in session: TextInputSession) -> EventResponse
}
