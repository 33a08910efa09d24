import ArgumentParser

@main
struct Capture: ParsableCommand {}
