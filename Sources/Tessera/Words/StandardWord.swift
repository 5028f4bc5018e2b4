/// Word or phrase that node types of the framework show or speak. Its raw value is its name in files of messages: `tessera.copy` is the key of `copy`.
///
/// The environment has the texts in the language of its locale: ``EnvironmentValues/word(_:_:)``.
public enum StandardWord: String, Sendable, CaseIterable, Hashable {
  /// Commands for selected text.
  case cut, copy, paste, selectAll
  /// Label of the list of completions or corrections of a field.
  case suggestions
  /// Buttons and parts of bars, rows, chips, split views and search fields.
  case back, clear, delete, move, details, remove, menu, divider, cancel
  /// Button in a field for passwords.
  case showPassword, hidePassword
  /// Placeholders for missing content.
  case noData, noEntries
  /// Value of a rating or of page dots, with the placeholders `{$n}` and `{$count}`.
  case countOf
  /// Labels of maps and codes.
  case map, qrCode, microQRCode, aztecCode
  /// Controls of a video.
  case play, pause, position, mute, soundOn, showSubtitles, hideSubtitles, fullWidth
  /// Parts of a color picker.
  case hue, saturation, brightness, saturationAndBrightness, opacity, warmth, swatches
  /// Columns of date and time pickers.
  case year, month, day, hour, minute, second, halfOfDay
  /// Columns of a duration picker, and their visible units.
  case hours, minutes, seconds, hourUnit, minuteUnit, secondUnit
  /// Buttons that turn pages.
  case previous, next
  /// Keys of the on-screen keyboard.
  case left, right, shift, space, language, emoji, letters, symbols, moreSymbols, searchEmoji, hideKeyboard
  /// Enter key of the on-screen keyboard, by the purpose of its field.
  case done, nextField, search, send, go, newLine
  /// Groups of emoji, which the keyboard shows.
  case emojiFaces, emojiPeople, emojiNature, emojiFood, emojiTravel, emojiThings, emojiSigns

  /// Prefix of keys in files of messages.
  public static let keyPrefix = "tessera."

  /// Key in files of messages, such as `tessera.copy`.
  public var key: String { Self.keyPrefix + rawValue }

  /// English text.
  public var english: String { WordTable.text(self, "en") ?? rawValue }
}
