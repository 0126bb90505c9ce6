package main

// PictureRequest names a picture of an entry, from 0.
type PictureRequest struct {
	Session string `json:"session"`
	Key     string `json:"key"`
	N       int    `json:"n"`
}

// PictureAnswer says where a picture was saved, Path "" when no place was chosen, or
// where a browser downloads it, Download "" in the window.
type PictureAnswer struct {
	Name     string `json:"name"`
	Path     string `json:"path"`
	Download string `json:"download"`
}
