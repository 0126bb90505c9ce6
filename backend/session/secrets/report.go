package secrets

// Report is what was found in a session: each secret once, in the order of the
// first place of each.
type Report struct {
	Secrets []Told `json:"secrets"`
	// Places is how many places they stand at, all together.
	Places int `json:"places"`
	// Records is how many records were searched.
	Records int `json:"records"`
	// More is how many places of further secrets are only counted.
	More int `json:"more"`

	byID map[string]int
}

// Told is a secret and where it stands.
type Told struct {
	Secret
	// Count is how many places it stands at; Places are the first of them.
	Count  int     `json:"count"`
	Places []Place `json:"places"`
}

// How much a report tells. A session of gigabytes can hold anything.
const (
	mostTold   = 2000
	mostPlaces = 20
)

// Add adds a finding.
func (r *Report) Add(f Finding) { r.add(f.Secret, []Place{f.Place}, 1) }

// Join adds what another report found in what follows.
func (r *Report) Join(next *Report) {
	r.Records += next.Records
	r.More += next.More
	r.Places += next.More
	for _, t := range next.Secrets {
		r.add(t.Secret, t.Places, t.Count)
	}
}

func (r *Report) add(s Secret, places []Place, count int) {
	r.Places += count
	if r.byID == nil {
		r.byID = map[string]int{}
	}
	i, known := r.byID[s.ID]
	if !known {
		if len(r.Secrets) == mostTold {
			r.More += count
			return
		}
		i = len(r.Secrets)
		r.byID[s.ID] = i
		r.Secrets = append(r.Secrets, Told{Secret: s})
	}
	t := &r.Secrets[i]
	t.Count += count
	if t.Fixed == "" {
		t.Fixed = s.Fixed
	}
	t.Places = append(t.Places, places[:min(len(places), mostPlaces-len(t.Places))]...)
}

// Behind moves everything that was found so many lines on.
func (r *Report) Behind(lines int) {
	for i := range r.Secrets {
		for j := range r.Secrets[i].Places {
			r.Secrets[i].Places[j].Line += lines
		}
	}
}
