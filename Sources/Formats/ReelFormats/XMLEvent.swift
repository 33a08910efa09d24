/// A step through an XML document.
package enum XMLEvent: Equatable {
  /// The start of an element; an empty one (`<a/>`) starts and ends.
  case start(name: String, attributes: [XMLAttribute])
  /// The end of an element.
  case end(name: String)
  /// A piece of text between two tags, which comments and CDATA sections divide.
  ///
  /// The text is a slice of the file unless it contains a character reference.
  case text(ArraySlice<UInt8>)
}

/// An attribute of an element; its name keeps its prefix.
package struct XMLAttribute: Equatable {
  package var name: String
  package var value: String
}

extension [XMLAttribute] {
  /// The value of the attribute with a local name, ignoring prefixes such as `xml:`.
  package subscript(_ name: String) -> String? { first { XMLName.local($0.name) == name }?.value }
}

/// Names of elements and attributes.
package enum XMLName {
  /// Returns the name without its prefix.
  package static func local(_ name: String) -> Substring {
    guard let colon = name.utf8.lastIndex(of: UInt8(ascii: ":")) else { return name[...] }
    return name[name.utf8.index(after: colon)...]
  }
}
