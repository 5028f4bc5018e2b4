// Shorthands: `theme.ink` is `theme[.ink]`.
public import TesseraRender

extension Theme {
  /// The screen.
  public var ground: Color { self[.ground] }
  /// Cards, rows and bars.
  public var surface: Color { self[.surface] }
  /// Menus, dialogs and sheets.
  public var raised: Color { self[.raised] }
  /// Buttons, tracks and fields without a frame.
  public var well: Color { self[.well] }
  /// `well` while it is pressed.
  public var wellPress: Color { self[.wellPress] }
  /// Separators, never the only mark of a control.
  public var line: Color { self[.line] }
  /// Frames of controls and empty tracks.
  public var edge: Color { self[.edge] }
  /// Text and icons.
  public var ink: Color { self[.ink] }
  /// Second lines and captions.
  public var inkSoft: Color { self[.inkSoft] }
  /// Placeholders and units.
  public var inkFaint: Color { self[.inkFaint] }
  /// The main action, links, and controls that are on.
  public var accent: Color { self[.accent] }
  /// `accent` while it is pressed.
  public var accentPress: Color { self[.accentPress] }
  /// Letters on `accent`.
  public var onAccent: Color { self[.onAccent] }
  /// Ground of a chosen part.
  public var wash: Color { self[.wash] }
  /// Letters on `wash`.
  public var onWash: Color { self[.onWash] }
  /// Deletes and faults.
  public var danger: Color { self[.danger] }
  /// Letters on `danger`.
  public var onDanger: Color { self[.onDanger] }
  /// Ground of a fault.
  public var dangerWash: Color { self[.dangerWash] }
  /// Warnings.
  public var warn: Color { self[.warn] }
  /// Letters on `warn`.
  public var onWarn: Color { self[.onWarn] }
  /// Ground of a warning.
  public var warnWash: Color { self[.warnWash] }
  /// Done, safe.
  public var good: Color { self[.good] }
  /// Letters on `good`.
  public var onGood: Color { self[.onGood] }
  /// Ground of a success.
  public var goodWash: Color { self[.goodWash] }
  /// Hints.
  public var info: Color { self[.info] }
  /// Ground of a hint.
  public var infoWash: Color { self[.infoWash] }
  /// Toasts, tooltips and bubbles.
  public var inverse: Color { self[.inverse] }
  /// Letters on `inverse`.
  public var onInverse: Color { self[.onInverse] }
  /// An action in a toast.
  public var inverseAccent: Color { self[.inverseAccent] }
  /// Parts that can be dragged.
  public var tile: Color { self[.tile] }
  /// Ticks and marks on `tile`.
  public var tileMark: Color { self[.tileMark] }
  /// The focus ring.
  public var focus: Color { self[.focus] }
  /// The line inside the focus ring.
  public var focusContrast: Color { self[.focusContrast] }
  /// Chosen text.
  public var select: Color { self[.select] }
}
