internal import Glibc

/// Web Mercator: the world is a square from 0 to 1, with y pointing down.
public enum Mercator {
  /// Greatest latitude of the square, degrees.
  public static let maximumLatitude = 85.051128779806604
  /// Circumference of the earth at the equator, meters.
  public static let circumference = 40_075_016.685578488

  /// Returns the x of a longitude in degrees.
  public static func x(longitude: Double) -> Double { (180 + longitude) / 360 }

  /// Returns the y of a latitude in degrees.
  public static func y(latitude: Double) -> Double {
    let latitude = min(max(latitude, -89.999), 89.999)
    return (180 - 180 / .pi * log(tan(.pi / 4 + latitude * .pi / 360))) / 360
  }

  /// Returns the longitude of an x, degrees.
  public static func longitude(x: Double) -> Double { x * 360 - 180 }

  /// Returns the latitude of a y, degrees.
  public static func latitude(y: Double) -> Double { 360 / .pi * atan(exp((180 - y * 360) * .pi / 180)) - 90 }

  /// Returns the meters of one point on the screen at a latitude, for a world of `size` points.
  public static func metersPerPoint(latitude: Double, size: Double) -> Double { circumference * cos(latitude * .pi / 180) / size }
}
