public import Tessera

/// Way in which the user is about to use a link of a text.
public enum LinkPress: Sendable, Hashable, CaseIterable {
  /// By a tap, a key, or a screen reader. Before it the link is highlighted.
  case tap
  /// By a long press.
  case longPress
}

extension Node where Value == Text {
  /// Decides whether the user may use a link; nil allows all. Any thread.
  ///
  /// A link that refuses ``LinkPress/tap`` gets no highlight and sends no signal: a touch on it counts as one on plain text. A link that refuses
  /// ``LinkPress/longPress`` can be held and is tapped at the end. The rule is called on the frame loop, with no lock held, when a touch begins or becomes
  /// a long press, when a pointer comes over a link, and for keys and screen readers.
  public var linkPressRule: (@Sendable (TextLink, LinkPress) -> Bool)? {
    get { storage.linkPressRule }
    set { storage.linkPressRule = newValue }
  }

  /// Whether the rule allows a press of a link.
  func allows(_ press: LinkPress, of link: TextLink) -> Bool { linkPressRule?(link, press) ?? true }
}
