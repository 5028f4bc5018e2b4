internal import IconPlugin
package import Tessera

extension EnvironmentValues {
  /// Factor of boxes to check and of switches, 1...1.5: they grow half as much as the text, so that words keep their room.
  package var markScale: Double { (1 + iconScale) / 2 }

  /// Returns a measure of a box or a switch, in whole logical units.
  package func markSide(_ token: ThemeToken<Double>) -> Double { (theme[token] * markScale).rounded() }
}
