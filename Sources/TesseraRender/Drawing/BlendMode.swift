internal import CRender

/// Resampling quality of an image.
public enum ImageQuality: String, Sendable, CaseIterable, Hashable {
  /// The nearest pixel.
  case nearest
  /// Interpolates the four nearest pixels; aliases when shrinking to less than half.
  case bilinear
  /// As bilinear when enlarging; weights every pixel when shrinking.
  case good

  var code: cr_quality {
    switch self {
    case .nearest: CR_NEAREST
    case .bilinear: CR_BILINEAR
    case .good: CR_GOOD
    }
  }
}

/// Blend mode or compositing operator: combines source and destination.
///
/// Coverage (of a shape's edge or a clip) interpolates from the destination to the result, so no mode changes pixels outside the shape.
/// Source: W3C Compositing and Blending 1; the arithmetic is pixman's.
public enum BlendMode: String, Sendable, CaseIterable, Hashable {
  /// Source over destination.
  case normal
  /// The source replaces the destination, alpha included.
  case copy
  /// The destination becomes transparent.
  case clear
  /// The sum of both.
  case add
  /// The product of both: never lighter.
  case multiply
  /// The product of the complements: never darker.
  case screen
  /// Multiply or screen, depending on the destination.
  case overlay
  /// The darker of both.
  case darken
  /// The lighter of both.
  case lighten
  /// Brightens the destination towards the source.
  case colorDodge
  /// Darkens the destination towards the source.
  case colorBurn
  /// Multiply or screen, depending on the source.
  case hardLight
  /// A gentle hard light.
  case softLight
  /// The distance between both.
  case difference
  /// A gentle difference.
  case exclusion
  /// The source, inside the destination.
  case sourceIn
  /// The source, outside the destination.
  case sourceOut
  /// The source over the destination, inside the destination.
  case sourceAtop
  /// The destination over the source.
  case destinationOver
  /// The destination, inside the source.
  case destinationIn
  /// The destination, outside the source.
  case destinationOut
  /// The destination over the source, inside the source.
  case destinationAtop
  /// Source and destination where they don't overlap.
  case xor
  /// The source's hue with the destination's saturation and luminosity.
  case hue
  /// The source's saturation with the destination's hue and luminosity.
  case saturation
  /// The source's hue and saturation with the destination's luminosity.
  case color
  /// The source's luminosity with the destination's hue and saturation.
  case luminosity

  var code: cr_blend {
    switch self {
    case .normal: CR_BLEND_NORMAL
    case .copy: CR_BLEND_COPY
    case .clear: CR_BLEND_CLEAR
    case .add: CR_BLEND_ADD
    case .multiply: CR_BLEND_MULTIPLY
    case .screen: CR_BLEND_SCREEN
    case .overlay: CR_BLEND_OVERLAY
    case .darken: CR_BLEND_DARKEN
    case .lighten: CR_BLEND_LIGHTEN
    case .colorDodge: CR_BLEND_COLOR_DODGE
    case .colorBurn: CR_BLEND_COLOR_BURN
    case .hardLight: CR_BLEND_HARD_LIGHT
    case .softLight: CR_BLEND_SOFT_LIGHT
    case .difference: CR_BLEND_DIFFERENCE
    case .exclusion: CR_BLEND_EXCLUSION
    case .sourceIn: CR_BLEND_SOURCE_IN
    case .sourceOut: CR_BLEND_SOURCE_OUT
    case .sourceAtop: CR_BLEND_SOURCE_ATOP
    case .destinationOver: CR_BLEND_DESTINATION_OVER
    case .destinationIn: CR_BLEND_DESTINATION_IN
    case .destinationOut: CR_BLEND_DESTINATION_OUT
    case .destinationAtop: CR_BLEND_DESTINATION_ATOP
    case .xor: CR_BLEND_XOR
    case .hue: CR_BLEND_HUE
    case .saturation: CR_BLEND_SATURATION
    case .color: CR_BLEND_COLOR
    case .luminosity: CR_BLEND_LUMINOSITY
    }
  }
}
