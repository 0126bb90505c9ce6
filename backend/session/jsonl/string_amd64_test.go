package jsonl

// ways are the ways to pass a string in blocks that this processor has.
func ways() map[string]func([]byte, int) (int, bool) {
	all := map[string]func([]byte, int) (int, bool){}
	if inBlocks {
		all["256 bits"] = skip256
	}
	if inWide {
		all["512 bits"] = skip512
	}
	return all
}
