package contexts

import "branchline/backend/session"

// Sizes remembers how large the messages of one session are: their bodies are read
// once, whatever entry is asked about. The zero Sizes knows none yet.
type Sizes struct {
	known []bool
	sizes []session.Size
}

// of answers the sizes of pieces, reading those that are not known.
func (z *Sizes) of(s Session, pieces []session.Piece) ([]session.Size, error) {
	if n := len(s.Index().Entries); n > len(z.known) {
		z.known = append(z.known, make([]bool, n-len(z.known))...)
		z.sizes = append(z.sizes, make([]session.Size, n-len(z.sizes))...)
	}
	out := make([]session.Size, len(pieces))
	var missing []session.Piece
	var places []int
	for i, piece := range pieces {
		if plain(s, piece) && z.known[piece.Entry] {
			out[i] = z.sizes[piece.Entry]
			continue
		}
		missing, places = append(missing, piece), append(places, i)
	}
	if len(missing) == 0 {
		return out, nil
	}
	sizes, err := s.Sizes(missing)
	if err != nil {
		return nil, err
	}
	for i, piece := range missing {
		out[places[i]] = sizes[i]
		if plain(s, piece) {
			z.known[piece.Entry], z.sizes[piece.Entry] = true, sizes[i]
		}
	}
	return out, nil
}

// plain tells whether a message is all that its entry can give: no edit changes it,
// and it is not one of the two of a compaction.
func plain(s Session, piece session.Piece) bool {
	return piece.Edit == session.None && s.Index().At(piece.Entry).Kind != session.KindCompaction
}
