package changes

// Names writes paths, as a tool's argument has them, as a reader is told them:
// relative where they are inside the working directory cwd.
func Names(cwd string) func(path string) string {
	p := placeOf(cwd)
	return func(path string) string {
		name, _ := p.shown(p.named(path))
		return name
	}
}
