package demo

import "branchline/backend/session/runlog"

var runMeta = runlog.Meta{
	Task: "Remove moment from the reminder service.\n\n" +
		"Acceptance:\n1. `npm ls moment` finds nothing.\n2. `npm test` and the type check pass.\n3. Mails say dates exactly as before.\n\n" +
		"Constraints:\n- No other dependency takes its place.",
	Model: model, Provider: "team", Driver: provider, Workdir: workdir + "-moment", // a worktree of its own
}

// runStory is a run nobody watches: the provider is overloaded at first, a test
// finds what was missed, and the engine has to ask for an outcome.
func runStory() []step {
	t := &runTrack{}
	t.message(runlog.Message{Type: "user", Text: "Start now."})
	t.begin()
	t.retry(4, "529 overloaded_error: the provider is overloaded, try again later", 2)
	t.answer(6, "Find every use before deciding what takes its place.", "I'll find every use of moment first.", 6120, 142)
	t.call(0.3, "plan", map[string]any{
		"steps":     []string{"Find every use of moment", "Write the same with Intl and Date", "Run the tests", "Uninstall moment"},
		"rationale": "The tests of the mails say whether the dates stay the same.",
	}, "ok")
	t.shell(0.7, "grep -rn moment src package.json",
		"src/format.ts:1:import moment from 'moment'\nsrc/format.ts:5:  return moment.utc(date).format('D MMMM YYYY, HH:mm')\nsrc/log.ts:1:import moment from 'moment'\nsrc/log.ts:4:  console.log(moment().toISOString(), line)\npackage.json:18:    \"moment\": \"2.30.1\",\n")
	t.begin()
	t.answer(4, "", "Two uses. `Date` writes the time of the log, and `Intl.DateTimeFormat` the dates of the mails.", 6710, 388)
	t.call(0.3, "read", map[string]string{"path": "src/format.ts"}, text("format-moment.ts"))
	t.write("src/format.ts", text("format-long.ts")+"\n")
	t.write("src/log.ts", text("log.ts")+"\n")
	t.shell(6, "npm test", text("format-failed.txt")+"\n[exit: exit status 1]")
	t.begin()
	t.answer(8, "Newer versions of ICU put \"at\" between a long date and a time. Two formatters, joined by a comma, do not depend on that.",
		"`Intl` joins a long date and a time with \"at\". I'll format them apart and join them as moment did.", 8240, 301)
	t.write("src/format.ts", text("format-joined.ts")+"\n")
	t.shell(6, "npm test", text("format-passed.txt"))
	t.begin()
	t.answer(5, "", "The mails are as before. Now moment itself can go.", 8930, 96)
	t.shell(9, "npm uninstall moment && (npm ls moment || true)",
		"removed 1 package, and audited 214 packages in 3s\n\nfound 0 vulnerabilities\nreminders@2.3.1 /home/sam/src/reminders-moment\n└── (empty)\n")
	t.shell(8, "npx tsc --noEmit && npm test",
		text("format-passed.txt"))
	t.begin()
	t.answer(8, "", "moment is gone: the types are right, all 17 tests pass, and mails say dates as before.", 9410, 74)
	t.settle()
	t.begin()
	t.answer(5, "The work is complete; the outcome is missing.", "", 9560, 88)
	t.call(0.3, "progress", map[string]any{
		"completed": []string{"Every use found", "Written with Intl and Date", "Tests pass", "moment uninstalled"},
		"current":   "", "blockers": []string{}, "nextSteps": []string{},
	}, "ok")
	t.succeed(5, "moment is removed. `src/format.ts` formats dates with two Intl formatters, because one alone would write \"at\" instead of a comma; `src/log.ts` uses `Date`. The type check and all 17 tests pass, `npm ls moment` finds nothing, and no dependency was added.")
	return t.steps
}
