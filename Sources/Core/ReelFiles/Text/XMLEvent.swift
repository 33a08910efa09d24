/// One step through an XML document.
package enum XMLEvent: Equatable {
  /// An element begins; one that is empty (`<a/>`) begins and ends.
  case start(name: String, attributes: [XMLAttribute])
  /// An element ends.
  case end(name: String)
  /// A piece of text between two tags; comments and CDATA sections divide it.
  ///
  /// It is a slice of the file unless it contains a character reference.
  case text(ArraySlice<UInt8>)
}

/// An attribute of an element, its name with the prefix as it is written.
package struct XMLAttribute: Equatable {
  package var name: String
  package var value: String
}

extension [XMLAttribute] {
  /// The value of the attribute with a name, ignoring prefixes such as `xml:`.
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
