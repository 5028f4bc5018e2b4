public import Tessera
internal import TesseraGeometry
public import TesseraLayout
public import TesseraRender

// Frame of a field that the program gives no box.

extension EditableText {
  /// Frame around a field.
  public enum Kind: String, Sendable, CaseIterable, Hashable {
    /// ``framed``, unless the node has a background or a border, or is in a container that draws the frame (`EnvironmentValues.framesFields`).
    case automatic
    /// Ground, edge, corners, padding and height of the theme.
    case framed
    /// Letters alone, for text that is edited in place.
    case plain
  }

  /// Returns whether the field draws its frame.
  func isFramed(_ storage: EditableTextStorage, in environment: EnvironmentValues) -> Bool {
    switch kind {
    case .automatic: !storage.ownBox.isGiven && environment.framesFields
    case .framed: true
    case .plain: false
    }
  }

  /// Returns whether the field or a container of fields draws its frame, and not the program.
  func hasThemedBox(_ storage: EditableTextStorage) -> Bool {
    switch kind {
    case .automatic: !storage.ownBox.isGiven
    case .framed: true
    case .plain: false
    }
  }

  /// Minimum height of a framed field whose style has none, logical units: that of a dropdown.
  private static func leastHeight(_ environment: EnvironmentValues) -> Double {
    max(environment.theme[.control], environment.theme[.body].line * environment.textScale + 2 * environment.theme[.space2])
  }

  /// Minimum width of a framed field whose style has none, logical units.
  private static let leastWidth = 120.0

  /// Adds the frame to the program's properties.
  func addFrame(to properties: inout NodeProperties, _ storage: EditableTextStorage, in environment: EnvironmentValues) {
    guard isFramed(storage, in: environment) else { return }
    let theme = environment.theme
    if properties.cornerRadii.isZero { properties.cornerRadii = CornerRadii(theme[.radius3]) }
    // A text that cannot be changed is read like a label.
    guard isEditable, !environment.isReadOnly else { return }
    let isEnabled = environment.isEnabled
    if properties.background == nil { properties.background = .color(isEnabled ? theme.surface : theme.well) }
    guard properties.border == nil else { return }
    let scale = environment.scale > 0 ? environment.scale : 1
    let stroke = max(1, (theme[.stroke] * scale).rounded(.down)) / scale
    if isInvalid {
      properties.border = Border(width: max(2, stroke), color: theme.danger)
    } else if isEnabled {
      let isFocused = storage.interaction.isFocused
      properties.border = Border(width: isFocused ? max(2, stroke) : stroke, color: isFocused ? theme.accent : theme.edge)
    } else if theme[.elevation1].edge > 0 {
      // `well` has no contrast to the ground.
      let isBilevel = environment.textAntialiasing == .bilevel
      properties.border =
        isBilevel
        ? Border(width: 1 / scale, color: theme.edge, style: .dotted) : Border(width: 1 / scale, color: theme.edge.opacity(0.45))
    }
  }
}

extension EditableText {
  /// Extends the area that a finger hits to the theme's `touch` height, and to the sides of the frame that a container draws, unless the program
  /// sets a slop.
  func addTouchArea(to properties: inout NodeProperties, _ storage: EditableTextStorage, in environment: EnvironmentValues) {
    guard hasThemedBox(storage), properties.hitTestSlop == .zero else { return }
    let theme = environment.theme
    let isFramed = isFramed(storage, in: environment)
    // The lines of a field without a frame are at least as high as its letters.
    let letters = min(font.size, theme[.body].size) * environment.textScale
    let height = isFramed ? theme[.control] : letters
    let slop = max(0, (theme[.touch] - height) / 2)
    properties.hitTestSlop = Insets(horizontal: isFramed ? slop : theme[.space3], vertical: slop)
  }
}

extension EditableText {
  /// Returns the frame that a container draws, so that the focus ring surrounds it in place of the letters; nil if the container draws none.
  public static func focusArea(in node: Node<EditableText>) -> RoundedRect? {
    let environment = node.environmentValues
    guard node.value.kind == .automatic, !node.storage.ownBox.isGiven, !environment.framesFields, let container = node.supernode,
      !(container is Node<Box>), let around = container.environmentValues.framesFields ? container : container.supernode,
      around.environmentValues.framesFields
    else { return nil }
    let (size, end) = (container.frame.size, node.storage.unframedEnd.withLock { $0 })
    let frame = Rect(environment.direction == .rtl ? end : 0, 0, max(0, size.width - end), size.height)
    return node.convert(frame, from: container).map { RoundedRect($0, radius: environment.theme[.radius3]) }
  }
}

extension EditableText: StyleAdjustingType, DefaultLookType {
  /// Gives a framed field the padding and the height of the theme's controls, unless the program sets them.
  public func adjust(_ style: inout LayoutStyle, storage: EditableTextStorage, in environment: EnvironmentValues) {
    defer { addEyeRoom(to: &style, in: environment) }
    guard isFramed(storage, in: environment) else { return }
    let theme = environment.theme
    if style.padding == .zero {
      // One line is in the middle of the box. Lengths that the program sets are those of the frame.
      style.padding = LayoutEdges(horizontal: .points(theme[.space3]), vertical: .points(theme[isMultiline ? .space3 : .space1]))
      style.boxSizing = .borderBox
      if style.height == .auto, style.minHeight == .auto { style.minHeight = .points(Self.leastHeight(environment)) }
    }
    if style.width == .auto, style.minWidth == .auto { style.minWidth = .points(Self.leastWidth) }
  }
}

extension Node where Value == EditableText {
  /// Whether the user can change the text: it is editable, and its environment is neither disabled nor read-only. Any thread.
  public var canBeEdited: Bool {
    let environment = environmentValues
    return value.isEditable && environment.isEnabled && !environment.isReadOnly
  }
}
