/// Effect on the pixels of a layer. Colors have three channels, 0...1.
enum LottieEffect: Sendable {
  /// Maps luminance to a color between two colors; `amount` in percent.
  case tint(black: AnimatedVector, white: AnimatedVector, amount: AnimatedVector)
  /// Maps luminance to a color between three colors.
  case tritone(bright: AnimatedVector, middle: AnimatedVector, dark: AnimatedVector)
  /// Replaces colors; `opacity` 0...1.
  case fill(AnimatedVector, opacity: AnimatedVector)
  case dropShadow(LottieDropShadow)
  /// `amount` in units of After Effects; `axes` is 1 for both, 2 for the horizontal and 3 for the vertical axis.
  case blur(amount: AnimatedVector, axes: AnimatedVector)
}

struct LottieDropShadow: Sendable {
  var color: AnimatedVector
  /// 0...255.
  var opacity: AnimatedVector
  /// Degrees clockwise from the top.
  var direction: AnimatedVector
  /// Units of the layer.
  var distance: AnimatedVector
  /// Four times the standard deviation of its blur, units of the layer.
  var softness: AnimatedVector
  /// 1 means that the layer itself is not drawn.
  var isShadowOnly: AnimatedVector
}
