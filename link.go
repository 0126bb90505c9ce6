package main

import (
	"net/url"
	"strings"
	"unicode"
)

// checkLink answers the address to open outside, or an error when it is none of
// http, https and mailto. A link of a session was written by a model.
func checkLink(address string) (string, error) {
	if len(address) > 8192 {
		return "", faultf(kindUnsupported, "the link is longer than 8,192 characters")
	}
	if strings.ContainsFunc(address, func(r rune) bool { return unicode.IsControl(r) || unicode.IsSpace(r) }) {
		return "", faultf(kindUnsupported, "the link has spaces or control characters")
	}
	u, err := url.Parse(address)
	if err != nil {
		return "", faultf(kindUnsupported, "not a link that can be read")
	}
	switch strings.ToLower(u.Scheme) {
	case "http", "https":
		if u.Host == "" {
			return "", faultf(kindUnsupported, "the link names no host")
		}
	case "mailto":
		if u.Opaque == "" {
			return "", faultf(kindUnsupported, "the link names no address")
		}
	default:
		return "", faultf(kindUnsupported, "only http, https and mailto links are opened")
	}
	return u.String(), nil
}
