//go:build !unix

package main

import "errors"

// lockInstance is not needed where the window's own library finds other windows.
func lockInstance(string) (*instance, error) { return nil, errors.ErrUnsupported }
