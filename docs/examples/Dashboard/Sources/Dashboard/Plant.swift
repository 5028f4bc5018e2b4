import TesseraKit

/// A sensor with its last readings.
public struct Sensor: Sendable {
  public let id: Int
  public let name: String
  public let unit: String
  public var readings: [Double] = []
  var latest: Double { readings.last ?? 0 }
}

/// Models of the sensors and of the user's view. Any thread may change them; the screen follows.
public final class Plant: Sendable {
  public struct View: Sendable {
    public var filter = ""
    public var selected: Int? = 0
    public var isDark = false
  }
  public let sensors: [Model<Sensor>]
  public let view = Model(View())
  private let step = Model(0)

  public init(count: Int = 200) {
    let places = ["Boiler", "Turbine", "Intake", "Condenser", "Feed pump"]
    let kinds = [("temperature", "°C"), ("pressure", "bar"), ("flow", "l/s"), ("vibration", "mm/s")]
    sensors = (0..<count).map { number in
      let (kind, unit) = kinds[number / places.count % kinds.count]
      return Model(Sensor(id: number, name: "\(places[number % places.count]) \(number / 20 + 1) \(kind)", unit: unit))
    }
    for _ in 0..<60 { measure() }
  }

  /// Takes one reading of each sensor. Any thread.
  public func measure() {
    step.update { $0 += 1 }
    for (number, sensor) in sensors.enumerated() {
      let wave = abs((step.value * (number % 3 + 1) + number * 7) % 40 - 20)
      sensor.update { $0.readings = $0.readings.suffix(59) + [20 + Double(wave) * 0.9] }
    }
  }
}
