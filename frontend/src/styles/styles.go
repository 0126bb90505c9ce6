// Package styles holds the colours, sizes and fonts of the page, for what is
// shown outside of it.
package styles

import _ "embed" // embeds the tokens

// Tokens is tokens.css as the page reads it.
//
//go:embed tokens.css
var Tokens string
