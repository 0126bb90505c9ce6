package timeline

import "branchline/backend/session"

// Whole reads a row together with all of its item's body, of which the row itself
// carries a part.
func (b *Branch) Whole(row int) (Row, session.Body, error) {
	body, err := b.s.Body(b.items[row])
	if err != nil {
		return Row{}, session.Body{}, err
	}
	return b.row(row, &body), body, nil
}

// Bare answers a row without what only its body tells: how it stands on the branch.
func (b *Branch) Bare(row int) Row { return b.row(row, &session.Body{}) }
