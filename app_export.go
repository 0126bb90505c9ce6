package main

import (
	"cmp"
	"context"
	"errors"
	"path/filepath"
	"slices"
	"strings"

	"branchline/backend/session"
	"branchline/backend/session/convert"
	"branchline/backend/session/export"
	"branchline/backend/session/formats"
	"branchline/backend/session/jsonl"
	"branchline/backend/session/live"
	"branchline/backend/session/secrets"
)

// exportFormats are the words of the page for what a branch becomes.
var exportFormats = map[string]struct {
	format export.Format
	as     string
	ending string
}{
	"pi": {export.JSONL, "pi", ".jsonl"}, "runlog": {export.JSONL, "runlog", ".jsonl"},
	"html": {export.HTML, "", ".html"}, "markdown": {export.Markdown, "", ".md"},
}

// exportRequest is what package export is asked for. It goes among the agent's own for
// a session of the other format, else beside the source, under the name that was
// planned last.
func (a *App) exportRequest(s session.Session, file *jsonl.File, r ExportRequest) (export.Request, error) {
	x := s.Index()
	f, ok := exportFormats[r.As]
	if !ok {
		return export.Request{}, faultf(kindUnsupported, "a session cannot be exported as %q", r.As)
	}
	leaf, err := leafOf(x, r.Leaf)
	if err != nil {
		return export.Request{}, err
	}
	e := export.Request{
		Session: s, File: file, Leaf: leaf, Format: f.format, As: f.as, Pictures: r.Pictures, Hidden: r.Hidden,
		Mask: &secrets.Choice{Keep: r.Keep}, Now: a.now(), Open: formats.Open,
	}
	if f.as != "" {
		e.Now, e.ID = a.jobs.stamp(r.Session, e.Now)
	}
	for _, key := range r.Others {
		other, err := leafOf(x, key)
		if err != nil {
			return e, err
		}
		if f.format == export.HTML && other != leaf {
			e.Others = append(e.Others, other)
		}
	}
	if f.as != "" && f.as != x.Header.Format {
		e.Dir, err = a.agentDir(f.as, x.Header.Cwd)
	}
	return e, err
}

// agentDir is where the agent of a format looks for sessions of a working folder.
func (a *App) agentDir(format, cwd string) (string, error) {
	if format == "runlog" {
		return a.env.RunLogDir()
	}
	return a.env.SessionDir(cmp.Or(cwd, a.env.Home))
}

// ExportPlan says what an export would be. It writes nothing and searches nothing.
func (a *App) ExportPlan(r ExportRequest) (answer ExportPlanAnswer, err error) {
	defer cross(&err)
	answer.LeftOut, answer.Notes = []LeftOut{}, []string{}
	o, err := a.toExport(r)
	if err != nil {
		return answer, err
	}
	answer.Generation = o.Generation()
	err = o.UseFile(func(s session.Session, file *jsonl.File, _ int) error {
		answer.Format = s.Index().Header.Format
		e, err := a.exportRequest(s, file, r)
		if err != nil {
			return err
		}
		p, err := export.Prepare(context.Background(), e)
		if err != nil {
			answer.Refused = sentence(err.Error()) + "."
			return nil
		}
		answer.Path, answer.Download, answer.Entries = p.Path, filepath.Base(p.Path), len(p.Branch)
		for _, left := range p.LeftOut {
			answer.LeftOut = append(answer.LeftOut, LeftOut{Kind: left.Kind, Count: left.Count, Text: sentence(left.Text)})
		}
		for _, note := range p.Notes {
			answer.Notes = append(answer.Notes, sentence(note))
		}
		if large := p.Large(); large != "" {
			answer.Notes = append(answer.Notes, sentence(large))
		}
		if a.face.Name() == "browser" && r.As == "runlog" && answer.Format == "pi" && p.Pictured() > 0 {
			answer.Download = archiveOf(p.Path)
			answer.Notes = append(answer.Notes, "Downloaded, it comes as an archive with the folder of its pictures")
		}
		return nil
	})
	return answer, err
}

// errReplaced: another file is at the path than the one somebody chose from.
var errReplaced = faultf(kindConflict, "The file was replaced or cut short while this was open. Nothing is written before you look at it again.")

// toExport is the session to export, as long as its file is the one it was planned for.
func (a *App) toExport(r ExportRequest) (*live.Open, error) {
	o, err := a.set.Get(r.Session)
	if err == nil && r.Generation != 0 && r.Generation != o.Generation() {
		return nil, errReplaced
	}
	return o, err
}

// exporting prepares an export of a copy of the session that nobody else reads from,
// and which does not grow: that takes as long as it takes. place may say that it goes
// elsewhere than where the request says.
func (a *App) exporting(ctx context.Context, r ExportRequest, place func(*export.Request) error, f func(*export.Plan) error) (err error) {
	o, err := a.toExport(r)
	if err != nil {
		return err
	}
	var seal jsonl.Seal
	err = o.UseFile(func(_ session.Session, seen *jsonl.File, _ int) error {
		seal = seen.Seal()
		return nil
	})
	if err != nil {
		return err
	}
	s, file, err := formats.Open(ctx, o.Path)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, file.Close()) }()
	if r.Generation != 0 && errors.Is(file.Holds(seal), jsonl.ErrStale) {
		return errReplaced
	}
	e, err := a.exportRequest(s, file, r)
	if err != nil {
		return err
	}
	if err = place(&e); err != nil {
		return err
	}
	p, err := export.Prepare(ctx, e)
	if err != nil {
		return err
	}
	return f(p)
}

// lost tells what the other format has no place for, a sentence each. Of what is not
// converted nothing is lost.
func lost(ctx context.Context, p *export.Plan) ([]string, error) {
	texts := []string{}
	if p.As == "" || p.As == p.Session.Index().Header.Format {
		return texts, nil
	}
	report, err := convert.Preview(ctx, p.Session, p.File, p.Leaf, convert.Options{})
	for _, text := range report.Lost() {
		texts = append(texts, sentence(text))
	}
	return texts, err
}

// ExportSearch begins to search what would be exported for secrets, and for what the
// other format has no place for. What was kept is found as well.
func (a *App) ExportSearch(r ExportRequest) (answer JobAnswer, err error) {
	defer cross(&err)
	r.Keep = nil
	return a.begin("", func(ctx context.Context, j *job) error {
		nowhere := func(*export.Request) error { return nil } // nothing is written
		return a.exporting(ctx, r, nowhere, func(p *export.Plan) error {
			found, err := export.Secrets(ctx, p)
			if err == nil {
				j.changed, err = lost(ctx, p)
			}
			if err == nil {
				j.found = found
				slices.SortStableFunc(found.Secrets, func(x, y secrets.Told) int { return cmp.Or(cmp.Compare(y.Fixed, x.Fixed), cmp.Compare(x.Kind, y.Kind)) }) // what stops it first
			}
			return err
		})
	}), nil
}

const (
	// secretsAtMost is how many secrets one answer tells, placesShown how many places
	// of each.
	secretsAtMost = 100
	placesShown   = 5
)

// ExportSecrets answers what a search has found.
func (a *App) ExportSecrets(r SecretsRequest) (answer SecretsAnswer, err error) {
	defer cross(&err)
	answer.Kinds, answer.Secrets, answer.Lost = []SecretKind{}, []secrets.Told{}, []string{}
	j, err := a.wait(r.Job)
	if err != nil || j == nil {
		answer.Running = err == nil
		return answer, err
	}
	found := j.found
	answer.Lost = append(answer.Lost, j.changed...)
	answer.Total, answer.Places, answer.Records, answer.More = len(found.Secrets), found.Places, found.Records, found.More
	for _, s := range found.Secrets {
		last := len(answer.Kinds) - 1
		if last < 0 || answer.Kinds[last].Kind != s.Kind {
			answer.Kinds = append(answer.Kinds, SecretKind{Kind: s.Kind, What: s.What})
			last++
		}
		answer.Kinds[last].Count++
		answer.Kinds[last].Places += s.Count
	}
	if i := slices.IndexFunc(found.Secrets, func(s secrets.Told) bool { return s.ID == r.ID }); i >= 0 {
		answer.From, answer.Secrets = i, append(answer.Secrets, excerpted(found.Secrets[i], len(found.Secrets[i].Places), r.Keep))
		return answer, nil
	}
	answer.From = min(max(r.From, 0), len(found.Secrets))
	for _, s := range found.Secrets[answer.From:min(answer.From+secretsAtMost, len(found.Secrets))] {
		answer.Secrets = append(answer.Secrets, excerpted(s, placesShown, r.Keep))
	}
	return answer, nil
}

// excerpted is a secret with the first of its places as they will be written when what
// is kept stays as it is.
func excerpted(s secrets.Told, places int, keep []string) secrets.Told {
	s.Places = append([]secrets.Place{}, s.Places[:min(len(s.Places), places)]...)
	for i := range s.Places {
		s.Places[i].Context = s.Places[i].Written(&secrets.Choice{Keep: keep})
	}
	return s
}

// Export begins an export. Where the reader is asked for a place, it answers once
// they have chosen; no job means that they chose none.
func (a *App) Export(r ExportStartRequest) (answer JobAnswer, err error) {
	defer cross(&err)
	temporary, release := "", func() {}
	var place func(*export.Request) error
	switch r.Where {
	case "beside":
		place = func(e *export.Request) error {
			if e.Dir == "" {
				return nil
			}
			return jsonl.MakeFolder(e.Dir)
		}
	case "choose":
		path, err := a.chooseExport(r.ExportRequest)
		if err != nil || path == "" {
			return answer, err
		}
		place = func(e *export.Request) error {
			e.Path = path
			return nil
		}
	case "download":
		if a.face.Name() != "browser" {
			return answer, faultf(kindUnsupported, "only a browser downloads files")
		}
		if temporary, release, err = jsonl.HeldFolder(a.env.Temp, downloadsPrefix); err != nil {
			return answer, err
		}
		place = func(e *export.Request) error {
			e.Dir = filepath.Join(temporary, "files")
			return jsonl.MakeFolder(e.Dir)
		}
	default:
		return answer, faultf(kindUnsupported, "%q is no place to export to", r.Where)
	}
	return a.begin(r.Session, func(ctx context.Context, j *job) error {
		j.temporary, j.release = temporary, release
		return a.exporting(ctx, r.ExportRequest, place, func(p *export.Plan) error {
			p.Progress = &j.progress
			done, err := export.Write(ctx, p)
			if err != nil {
				return failedExport(err)
			}
			return a.exported(ctx, j, r, p, done)
		})
	}), nil
}

// exported keeps what the page is told of an export that was made.
func (a *App) exported(ctx context.Context, j *job, r ExportStartRequest, p *export.Plan, done *export.Done) (err error) {
	a.jobs.unstamp(r.Session)
	a.editing.did(r.Session)
	j.found = done.Found
	j.changed, j.path = append([]string{}, done.Changed...), done.Path
	if j.temporary != "" {
		if j.path, err = archived(ctx, j.temporary, done.Path); err != nil {
			return err
		}
		j.done = DoneAnswer{Did: "Exported " + filepath.Base(j.path)}
		return nil
	}
	act := a.editor().Made("export", p.File.Path(), done.Path, "Exported to "+a.env.Short(done.Path))
	j.done = a.told(r.Session, act, false)
	a.listChanged()
	return nil
}

// chooseExport asks for the place of an export, "" when the reader chose none.
func (a *App) chooseExport(r ExportRequest) (string, error) {
	plan, err := a.ExportPlan(r)
	if err != nil {
		return "", err
	}
	ending := exportFormats[r.As].ending
	path, err := a.face.Save(filepath.Dir(plan.Path), filepath.Base(plan.Path))
	if path != "" && filepath.Ext(path) == "" {
		path += ending
	}
	return path, err
}

// Exported answers how far an export is.
func (a *App) Exported(r JobRequest) (answer ExportedAnswer, err error) {
	defer cross(&err)
	answer.Changed = []string{}
	j, err := a.wait(r.Job)
	if err != nil || j != nil {
		a.jobs.tell(r.Job)
	}
	switch {
	case errors.Is(err, context.Canceled):
		answer.Cancelled = true
		return answer, nil
	case err != nil || j == nil:
		answer.Running, answer.Share = err == nil, a.jobs.share(r.Job)
		return answer, err
	}
	answer.Done, answer.Changed, answer.Name = j.done, j.changed, filepath.Base(j.path)
	if j.found != nil {
		answer.Records, answer.Masked, answer.Places = j.found.Records, len(j.found.Secrets), j.found.Places
	}
	if j.temporary != "" {
		answer.Download = "/export/" + r.Job
	}
	return answer, nil
}

// CancelJob ends something that was begun and is not wanted any more.
func (a *App) CancelJob(r JobRequest) (err error) {
	defer cross(&err)
	a.jobs.cancel(r.Job)
	return nil
}

// failedExport gives the error of an export the kind the page acts on.
func failedExport(err error) error {
	kind := ""
	switch {
	case errors.Is(err, export.ErrTaken), errors.Is(err, export.ErrSource), errors.Is(err, export.ErrNoFolder):
		kind = kindBusy // another place will do
	case errors.Is(err, export.ErrSecrets):
		kind = kindUnsupported
	case errors.Is(err, jsonl.ErrStale):
		kind = kindConflict
	default:
		return err
	}
	return faultf(kind, "%s", sentence(strings.TrimSuffix(err.Error(), "."))+".")
}
