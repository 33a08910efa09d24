import Foundation
import ReelDescriptions
import ReelFilms
import ReelImages
import ReelScenes
import ReelVideo

/// The JSON Schema of storyboards, which editors use to complete and check them.
///
/// It is made from the same lists that the reader uses, so it includes everything that can be read.
public struct StorySchema {
  private typealias Table = [String: Any]

  private let catalog: SceneCatalog

  /// Creates the schema.
  ///
  /// - Parameter catalog: The kinds of scene.
  public init(catalog: SceneCatalog = .storyboards) { self.catalog = catalog }

  /// The schema as JSON (<https://json-schema.org/draft/2020-12/schema>), with a newline at its end.
  public var json: [UInt8] {
    get throws {
      let data = try JSONSerialization.data(
        withJSONObject: root, options: [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes])
      return [UInt8](data) + Array("\n".utf8)
    }
  }

  private var root: Table {
    var properties = Dictionary(uniqueKeysWithValues: StoryReader.keys.map { ($0, rootValue($0)) })
    // Editors add the address of the schema.
    properties["$schema"] = ["type": "string"]
    return [
      "$schema": "https://json-schema.org/draft/2020-12/schema", "title": "Reel storyboard", "type": "object",
      "properties": properties, "required": ["scenes"], "additionalProperties": false,
      "$defs": [
        "scenes": ["type": "array", "items": reference("scene")], "scene": scene, "overlay": overlay,
        "caption": caption, "style": style, "transition": described(StoryTransition.self),
        "motion": ["type": "array", "items": table(StoryKeyframe.self)], "variables": variables,
        "sound": sound, "captions": captions, "rows": ["type": ["string", "array"]], "text": text, "time": time,
      ],
    ]
  }

  private func rootValue(_ key: String) -> Any {
    switch key {
    case "film": table(FilmSettings.self, adding: ["theme": choice(StoryTheme.allCases.map(\.rawValue))])
    case "output": table(EncodingSettings.self)
    case "animation": table(AnimationSettings.self)
    case "outputs": ["type": "array", "items": described(ListedOutput.self)]
    case "vars": reference("variables")
    case "templates": ["type": "object", "additionalProperties": ["anyOf": [reference("scenes"), ["type": "object"]]]]
    case "include": ["type": ["string", "array"]]
    case "style": reference("style")
    case "scenes": reference("scenes")
    case "overlays": ["type": "array", "items": reference("overlay")]
    case "sound": reference("sound")
    case "captions": reference("captions")
    default: [:] as Table
    }
  }
}

// MARK: - Scenes

extension StorySchema {
  private var scene: Table {
    var properties: Table = [:]
    var words: [String] = []
    let kinds = StoryReader.kinds(of: catalog)
    for (name, type) in kinds {
      properties[name] = kind(type)
      if type.requiredOptions.isEmpty { words.append(name) }
    }
    let layouts = StoryLayout.Kind.allCases
    for layout in layouts { properties[layout.rawValue] = self.layout(layout) }
    for key in StoryReader.common { properties[key] = commonValue(key) }
    properties["use"] = reference("text")
    properties["include"] = reference("text")
    properties["scenes"] = reference("scenes")
    properties["with"] = reference("variables")
    properties["each"] = reference("rows")
    let whats = kinds.map(\.name) + layouts.map(\.rawValue) + StoryExpansion.groupKeys
    return [
      "anyOf": [
        [
          "type": "object", "properties": properties, "additionalProperties": false,
          "oneOf": whats.map { ["required": [$0]] },
        ], choice(words),
      ]
    ]
  }

  private func kind(_ type: any DescribedScene.Type) -> Table {
    var extra: Table = [:]
    for option in StoryReader.sources(of: type) { extra[option] = reference("text") }
    return described(type, adding: extra)
  }

  private func layout(_ kind: StoryLayout.Kind) -> Table {
    guard kind != .parallel else { return reference("scenes") }
    var properties: Table = ["scenes": reference("scenes")]
    for option in StoryLayout.options where StoryLayout.names(for: kind).contains(option.name) {
      properties[option.name] = value(of: option)
    }
    let table: Table = [
      "type": "object", "properties": properties, "additionalProperties": false, "required": ["scenes"],
    ]
    return ["anyOf": [reference("scenes"), table]]
  }

  private func commonValue(_ key: String) -> Table {
    switch key {
    case "id", "chapter", "background": reference("text")
    case "seconds", "from", "until": reference("time")
    case "caption": ["anyOf": [reference("caption"), ["type": "array", "items": reference("caption")]]]
    case "transition": reference("transition")
    case "style": reference("style")
    case "motion": reference("motion")
    case "overlays": ["type": "array", "items": reference("overlay")]
    case "sound": reference("sound")
    case "subject":
      ["anyOf": [reference("text"), ["type": "array", "items": ["type": "number"], "minItems": 4, "maxItems": 4]]]
    default: [:]
    }
  }

  private var caption: Table {
    var words: Table = [:]
    for key in StoryReader.captionKeys { words[key] = key == "text" ? reference("text") : reference("time") }
    let place = choice(StoryCaptions.Place.allCases.map(\.rawValue))
    words["place"] = place
    let file = closed(["file": text, "place": place], requiring: ["file"])
    return ["anyOf": [reference("text"), closed(words, requiring: ["text"]), file]]
  }

  private var captions: Table {
    let language = closed(["language": text, "file": text], requiring: ["file"])
    var table: Table = [:]
    for key in StoryReader.filmCaptionKeys { table[key] = text }
    table["show"] = choice(StoryCaptions.Show.allCases.map(\.rawValue))
    table["place"] = choice(StoryCaptions.Place.allCases.map(\.rawValue))
    table["languages"] = ["type": "array", "items": language]
    return ["anyOf": [text, closed(table)]]
  }

  private var sound: Table {
    let piece = table(
      SoundPiece.self, adding: ["at": reference("time"), "cues": text], leavingOut: StoryReader.hiddenSoundOptions,
      requiring: ["file"])
    return ["anyOf": [text, piece, ["type": "array", "items": ["anyOf": [text, piece]]]]]
  }

  private var overlay: Table {
    let scenes = StoryReader.overlayScenes(of: catalog)
    let kinds = StoryOverlay.Kind.names + scenes
    var properties: Table = [:]
    for (name, type) in StoryReader.kinds(of: catalog) where scenes.contains(name) { properties[name] = kind(type) }
    for kind in StoryOverlay.Kind.allCases where kind != .scene {
      let own = table(
        StoryOverlay.Look.self, adding: kind == .pointer ? ["moves": moves] : [:],
        leavingOut: StoryReader.hiddenOptions(of: kind))
      properties[kind.rawValue] = ["anyOf": [own] + (kind == .pointer ? [moves] : [text, ["type": "null"]])]
    }
    properties["size"] = ["type": ["number", "string", "array"]]
    for key in ["background", "style"] { properties[key] = commonValue(key) }
    for option in StoryOverlay.Look.options where ["place", "margin", "opacity"].contains(option.name) {
      properties[option.name] = value(of: option)
    }
    for key in ["from", "until", "motion"] { properties[key] = commonValue(key) }
    return [
      "anyOf": [
        [
          "type": "object", "properties": properties, "additionalProperties": false,
          "oneOf": kinds.map { ["required": [$0]] },
        ], choice(kinds),
      ]
    ]
  }

  private var moves: Table { ["type": "array", "items": table(PointerMove.self)] }

  private var style: Table {
    var texts: Table = [:]
    for text in StoryStyle.texts {
      texts[text.name] = table(StoryTextStyle.self, leavingOut: text.name == "caption" ? [] : ["background"])
    }
    return table(StoryStyle.self, adding: texts)
  }

  private var variables: Table { ["type": "object", "additionalProperties": text] }
  private var text: Table { ["type": ["string", "number", "boolean"]] }
  private var time: Table { ["type": ["string", "number"]] }
}

// MARK: - Options

extension StorySchema {
  /// A description as a table of its options, or as the value of the main option alone.
  private func described<Kind: Describable>(_ type: Kind.Type, adding extra: Table = [:]) -> Table {
    var forms: [Any] = [table(type, adding: extra)]
    if Kind.mainOption != nil || !extra.isEmpty { forms.append(text) }
    if Kind.requiredOptions.isEmpty || !extra.isEmpty { forms.append(["type": "null"]) }
    return ["anyOf": forms]
  }

  private func table<Kind: Describable>(
    _ type: Kind.Type, adding extra: Table = [:], leavingOut hidden: [String] = [],
    requiring needed: [String] = []
  ) -> Table {
    var properties = extra
    for option in Kind.options where !hidden.contains(option.name) && properties[option.name] == nil {
      properties[option.name] = value(of: option)
    }
    // A value from another source may replace a required one.
    let required = extra.isEmpty ? Kind.requiredOptions.sorted() : needed
    return ["type": "object", "properties": properties, "additionalProperties": false, "required": required]
  }

  private func closed(_ properties: Table, requiring required: [String] = []) -> Table {
    ["type": "object", "properties": properties, "additionalProperties": false, "required": required]
  }

  private func value<Subject>(of option: DescriptionOption<Subject>) -> Table {
    var schema: Table
    if option.isSwitch {
      schema = ["anyOf": [["type": "boolean"], choice(["true", "false"])]]
    } else if option.isStructured {
      schema = [:]
    } else if option.choices == ["true", "false"] {
      schema = ["anyOf": [["type": "boolean"], choice(option.choices)]]
    } else if !option.choices.isEmpty {
      schema = choice(option.choices)
    } else {
      schema = text
    }
    schema["description"] = option.help
    return schema
  }

  /// One of several words, or a variable.
  private func choice(_ words: [String]) -> Table {
    ["anyOf": [["enum": words], ["type": "string", "pattern": "\\$\\{"]]]
  }

  private func reference(_ name: String) -> Table { ["$ref": "#/$defs/\(name)"] }
}
