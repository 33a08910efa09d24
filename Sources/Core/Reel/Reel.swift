// One import for users: re-exports the modules, which can also be imported alone.
@_exported import ReelCanvas
@_exported import ReelDescriptions
@_exported import ReelFiles
@_exported import ReelFilms
@_exported import ReelGeometry
@_exported import ReelImages
@_exported import ReelLayers
@_exported import ReelRecording
@_exported import ReelScenes
@_exported import ReelTiming
@_exported import ReelTracing
@_exported import ReelTurtle
@_exported import ReelVideo
