// Package secrets finds what should not leave with a session: keys and tokens by
// the rules of gitleaks, and by rules of its own home folders, addresses, private
// keys and passwords. It looks into every text of a record, names and values, also
// where a text holds escaped text, HTML, percent encoding, hexadecimal, dumps of bytes
// or base64 that is text again, between the colours of a terminal and under the marks
// of Markdown, and masks what it finds in the bytes of the record, leaving all others
// as they are. Of what was broken over lines it finds private keys, base64, and tokens
// told by how their maker makes them; these also where code puts them together of
// several texts. Of numbers it looks at those whose name says that they are passwords.
package secrets
