import Testing

@testable import ReelTesting

@Suite("Colour differences")
struct ColorDifferenceTests {
  /// Table 1 of Sharma, Wu and Dalal (2005).
  private static let pairs: [(LabColor, LabColor, Double)] = [
    (LabColor(50, 2.6772, -79.7751), LabColor(50, 0, -82.7485), 2.0425),
    (LabColor(50, 3.1571, -77.2803), LabColor(50, 0, -82.7485), 2.8615),
    (LabColor(50, 2.8361, -74.0200), LabColor(50, 0, -82.7485), 3.4412),
    (LabColor(50, -1.3802, -84.2814), LabColor(50, 0, -82.7485), 1.0000),
    (LabColor(50, -1.1848, -84.8006), LabColor(50, 0, -82.7485), 1.0000),
    (LabColor(50, -0.9009, -85.5211), LabColor(50, 0, -82.7485), 1.0000),
    (LabColor(50, 0, 0), LabColor(50, -1, 2), 2.3669),
    (LabColor(50, -1, 2), LabColor(50, 0, 0), 2.3669),
    (LabColor(50, 2.4900, -0.0010), LabColor(50, -2.4900, 0.0009), 7.1792),
    (LabColor(50, 2.4900, -0.0010), LabColor(50, -2.4900, 0.0010), 7.1792),
    (LabColor(50, 2.4900, -0.0010), LabColor(50, -2.4900, 0.0011), 7.2195),
    (LabColor(50, 2.4900, -0.0010), LabColor(50, -2.4900, 0.0012), 7.2195),
    (LabColor(50, -0.0010, 2.4900), LabColor(50, 0.0009, -2.4900), 4.8045),
    (LabColor(50, -0.0010, 2.4900), LabColor(50, 0.0010, -2.4900), 4.8045),
    (LabColor(50, -0.0010, 2.4900), LabColor(50, 0.0011, -2.4900), 4.7461),
    (LabColor(50, 2.5000, 0), LabColor(50, 0, -2.5000), 4.3065),
    (LabColor(50, 2.5000, 0), LabColor(73, 25, -18), 27.1492),
    (LabColor(50, 2.5000, 0), LabColor(61, -5, 29), 22.8977),
    (LabColor(50, 2.5000, 0), LabColor(56, -27, -3), 31.9030),
    (LabColor(50, 2.5000, 0), LabColor(58, 24, 15), 19.4535),
    (LabColor(50, 2.5000, 0), LabColor(50, 3.1736, 0.5854), 1.0000),
    (LabColor(50, 2.5000, 0), LabColor(50, 3.2972, 0), 1.0000),
    (LabColor(50, 2.5000, 0), LabColor(50, 1.8634, 0.5757), 1.0000),
    (LabColor(50, 2.5000, 0), LabColor(50, 3.2592, 0.3350), 1.0000),
    (LabColor(60.2574, -34.0099, 36.2677), LabColor(60.4626, -34.1751, 39.4387), 1.2644),
    (LabColor(63.0109, -31.0961, -5.8663), LabColor(62.8187, -29.7946, -4.0864), 1.2630),
    (LabColor(61.2901, 3.7196, -5.3901), LabColor(61.4292, 2.2480, -4.9620), 1.8731),
    (LabColor(35.0831, -44.1164, 3.7933), LabColor(35.0232, -40.0716, 1.5901), 1.8645),
    (LabColor(22.7233, 20.0904, -46.6940), LabColor(23.0331, 14.9730, -42.5619), 2.0373),
    (LabColor(36.4612, 47.8580, 18.3852), LabColor(36.2715, 50.5065, 21.2231), 1.4146),
    (LabColor(90.8027, -2.0831, 1.4410), LabColor(91.1528, -1.6435, 0.0447), 1.4441),
    (LabColor(90.9257, -0.5406, -0.9208), LabColor(88.6381, -0.8985, -0.7239), 1.5381),
    (LabColor(6.7747, -0.2908, -2.4247), LabColor(5.8714, -0.0985, -2.2286), 0.6377),
    (LabColor(2.0776, 0.0795, -1.1350), LabColor(0.9033, -0.0636, -0.5514), 0.9082),
  ]

  @Test("The test data of the formula's implementation notes, both ways", arguments: pairs.indices)
  func published(index: Int) {
    let (a, b, expected) = Self.pairs[index]
    #expect(abs(a.difference(from: b) - expected) < 0.000_051)
    #expect(abs(b.difference(from: a) - expected) < 0.000_051)
    #expect(a.difference(from: a) == 0)
  }

  @Test("The corners of sRGB are where CIELAB has them")
  func corners() {
    let corners: [(LabColor, LabColor)] = [
      (LabColor(red: 255, green: 255, blue: 255), LabColor(100, 0, 0)),
      (LabColor(red: 0, green: 0, blue: 0), LabColor(0, 0, 0)),
      (LabColor(red: 255, green: 0, blue: 0), LabColor(53.241, 80.092, 67.203)),
      (LabColor(red: 0, green: 255, blue: 0), LabColor(87.735, -86.183, 83.179)),
      (LabColor(red: 0, green: 0, blue: 255), LabColor(32.297, 79.188, -107.860)),
      (LabColor(red: 1, green: 1, blue: 1), LabColor(0.274, 0, 0)),
    ]
    for (color, expected) in corners {
      #expect(abs(color.lightness - expected.lightness) < 0.01)
      #expect(abs(color.a - expected.a) < 0.02 && abs(color.b - expected.b) < 0.02)
    }
    #expect(abs(corners[0].0.difference(from: corners[1].0) - 100) < 0.01)
  }
}
