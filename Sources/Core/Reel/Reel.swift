// One import for users. Each module stands by itself; this one only hands them on.
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
