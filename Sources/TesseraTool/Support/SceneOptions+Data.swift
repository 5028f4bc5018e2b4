internal import ArgumentParser
internal import Tessera
internal import TesseraMessages
internal import TesseraPlayer
internal import TesseraScene

/// Value of the data: `room.target=21`.
struct DataSettingArgument: ExpressibleByArgument {
  let setting: PlayerOptions.DataSetting

  /// Parses the value of an option or an argument.
  static func checked(_ text: String) throws -> DataSettingArgument {
    guard let argument = DataSettingArgument(argument: text) else { throw ValidationError("it must be PATH=VALUE, such as room.target=21") }
    return argument
  }

  init?(argument: String) {
    guard let setting = PlayerOptions.DataSetting(argument) else { return nil }
    self.setting = setting
  }
}

extension SceneOptions {
  var dataSettings: [PlayerOptions.DataSetting] { settings.map(\.setting) }

  /// Returns a warning for a value of the environment that the stage or the clock replaces; nil for other paths.
  private static func measureWarning(_ path: [String]) -> String? {
    guard path.count >= 2, path[0] == "env" else { return nil }
    switch path[1] {
    case "width", "height", "orientation": return "the size of the stage replaces it; use --size"
    case "scale": return "the scale of the stage replaces it; use --scale"
    case "time": return "the clock replaces it"
    default: return nil
    }
  }

  /// Creates the data of the options, and returns the content of the data file too; values that do not match the scene cause warnings.
  func makeData(_ scene: Scene, _ messages: Messages) throws(ToolError) -> (data: SceneData, given: DataValue) {
    var values = DataValue.map([:])
    if let data {
      do throws(SceneErrors) { values = try DataValue.load(file: data) } catch { throw ToolError(error) }
      guard case .map = values else { throw ToolError(.badData, "\(data): the data must be a map of named values, got \(values.kindName)") }
    }
    let result = SceneData(values, recordsPlaces: true)
    result.onProblem = { messages.add($0.description) }
    if let theme {
      do throws(SceneErrors) { try result.setTheme(theme, registry: .standard) } catch { throw ToolError(error) }
    }
    if let language {
      guard LocaleTag(language).language != "und", AttributeKind.isLanguageTag(language) else {
        throw ToolError(.usage, "--language must be a language tag such as de or ar-EG (got `\(language)`)")
      }
      do throws(DataError) { try result.set(.text(language), at: DataPath(["env", "locale"])) } catch {
        throw ToolError(.usage, "--language \(language): \(error)")
      }
    }
    scene.addDefaults(to: result)
    for setting in dataSettings {
      if let warning = Self.measureWarning(setting.path.keys) { messages.add("tessera: warning: --set \(setting.path): \(warning)") }
      do throws(DataError) {
        try result.set(setting.value, at: setting.path)
      } catch {
        throw ToolError(.usage, "--set \(setting.path): \(error)")
      }
    }
    return (result, values)
  }
}
