package demo

// sessionStory is a bug that is fixed twice: once in a way that works and costs
// too much, and once more from before it.
func sessionStory() []step {
	t := &sessionTrack{}
	t.after(0, func(d *Demo) error { _, err := d.session.AppendModelChange(provider, model); return err })
	t.after(0, func(d *Demo) error { _, err := d.session.AppendThinkingLevelChange("medium"); return err })
	diagnosis(t)
	anchorDay(t)
	countMonths(t)
	changelog(t)
	return t.steps
}

func diagnosis(t *sessionTrack) {
	t.prompt(0, "problem", "Reminders set for the 31st are sent on 3 March instead of at the end of February. Find out why. Change nothing yet.")
	t.reply(3, "", "The next date must be computed somewhere when a reminder was sent. Dates in JavaScript roll over, so setMonth is the first suspect.",
		"I'll look for the place where the next date is computed.", 14210, 168,
		grep(`setUTC(Month|Date)`, "src", "src/recurrence.ts:8: due.setUTCDate(due.getUTCDate() + 1)\nsrc/recurrence.ts:11: due.setUTCDate(due.getUTCDate() + 7)\nsrc/recurrence.ts:14: due.setUTCMonth(due.getUTCMonth() + 1)"))
	t.reply(2.2, "", "", "", 196, 121,
		read("src/recurrence.ts", text("recurrence.ts")),
		read("src/reminder.ts", text("reminder.ts")),
		read("test/recurrence.test.ts", text("recurrence.test.ts")))
	t.reply(4.5, "diagnosis", "31 January plus one month is 31 February, which becomes 2 or 3 March. Clamping alone is not enough: next() starts from the last due date, so after 29 February it would stay on the 29th.",
		"The cause is `src/recurrence.ts:14`:\n\n"+
			"```ts\ndue.setUTCMonth(due.getUTCMonth() + 1)\n```\n\n"+
			"`Date` has no 31 February and rolls over: **2 March in a leap year, 3 March otherwise**. The test only tries the 12th, so it never noticed.\n\n"+
			"There is a second trap. `next` starts from the *last* due date. If we only stop at the end of the month, a reminder of the 31st moves to 29 February and then stays on the 29th for good.",
		1842, 236)
	t.after(seconds(0.6), func(d *Demo) error {
		_, err := d.session.AppendSessionInfo("Reminders at the end of the month")
		return err
	})
}

func anchorDay(t *sessionTrack) {
	t.prompt(8, "", "Makes sense. Fix it, and add a test that goes from January to May in a leap year.")
	t.reply(3.5, "", "", "Test first, then the smallest change: stop at the last day of a shorter month.", 64, 742,
		edit("clamp-test.patch"),
		edit("clamp.patch"),
		bashFails("npm test -- recurrence", 2.6, text("clamp-failed.txt"), 1))
	t.reply(3.5, "", "This is the drift from my own diagnosis: 03-29, 04-29, 05-29. The day that was asked for must be known. Reminder could carry it.",
		"That is the second trap: from 29 February on it stays on the 29th. The reminder has to remember the day it was made for, so I'll store that as `anchorDay`.", 1130, 1204,
		edit("anchor-reminder.patch"),
		edit("anchor.patch"),
		write("migrations/0007_anchor_day.sql", "ALTER TABLE reminder ADD COLUMN anchor_day INTEGER;\nUPDATE reminder SET anchor_day = CAST(strftime('%d', start) AS INTEGER);\n"),
		edit("anchor-test.patch"),
		bash("npm test -- recurrence", 2.4, text("anchor-passed.txt")))
	t.reply(3.2, "anchor", "", "Fixed: reminders of the 29th, 30th and 31st go out on the last day of shorter months and come back to their own day afterwards. All 3 tests of the recurrence pass.\n\n"+
		"It takes a new column, `anchor_day`. **Run `migrations/0007_anchor_day.sql` before the next deploy**: it fills the column from the first date of every reminder.",
		988, 131)
	t.label(2, "anchor", "works, needs a migration")
}

func countMonths(t *sessionTrack) {
	t.branch(5, "diagnosis", "## Tried\nReminders got a column `anchor_day`, and `monthLater(date, day)` stops at the last day of shorter months.\n\n"+
		"## Result\nAll tests pass, the drift after 29 February is gone. It needs `migrations/0007_anchor_day.sql`.\n\n"+
		"## Learned\nStopping at the end of the month is not enough when each date is computed from the one before.",
		touched{[]string{}, []string{"migrations/0007_anchor_day.sql", "src/recurrence.ts", "src/reminder.ts", "test/recurrence.test.ts"}}, 16773)
	t.prompt(5, "again", "No migration for this, please. A reminder already knows its first date and how often it was sent. Count from there.")
	t.reply(4, "", "start and sent are in Reminder. The date after n times is start plus n months, so nothing can drift and nothing has to be stored.",
		"Better: `start` plus `sent` months needs no new column, and nothing can drift, because no date depends on the one before.", 402, 634,
		edit("count-test.patch"),
		edit("count.patch"),
		bashFails("npx tsc --noEmit && npm test -- recurrence", 2.8, text("count-failed.txt"), 2))
	t.reply(2.6, "", "", "`start` is a string there. And a date that rolled over has to go back to the last day of the month before.", 214, 322,
		edit("count-fixed.patch"),
		bash("npx tsc --noEmit && npm test -- recurrence", 3.2, text("count-passed.txt")))
	t.reply(2.5, "fixed", "", "Types and all 3 tests pass, without a migration: one line in `next`, one small function and the new test.", 611, 58)
}

func changelog(t *sessionTrack) {
	t.compact(4, "fixed", "## Goal\nMonthly reminders of the 29th, 30th and 31st are due on the last day of shorter months.\n\n"+
		"## Done\n- Cause: `setUTCMonth` rolls over, and every date was computed from the one before\n"+
		"- `monthsAfter(start, sent)` in `src/recurrence.ts` counts from the first date\n"+
		"- Test from January to May 2028 in `test/recurrence.test.ts`; types and tests pass\n\n"+
		"## Decided\nNo migration and no new column.",
		touched{[]string{"src/reminder.ts"}, []string{"src/recurrence.ts", "test/recurrence.test.ts"}}, 14210)
	t.prompt(5, "", "Add a line to the changelog and show me what changed.")
	t.reply(2.4, "", "", "", 462, 62,
		read("CHANGELOG.md", text("changelog.md")))
	t.reply(2, "", "", "", 88, 171,
		edit("changelog.patch"),
		bash("git diff --stat", 0.6, text("stat.txt")))
	t.reply(3.6, "done", "", "Done. Three files changed:\n\n"+
		"| file | what |\n|---|---|\n"+
		"| `src/recurrence.ts` | the next date counts from the first one |\n"+
		"| `test/recurrence.test.ts` | the 31st, from January to May 2028 |\n"+
		"| `CHANGELOG.md` | one line under *Unreleased* |\n\n"+
		"Nothing is committed yet.", 243, 118)
	t.label(3.5, "done", "the fix we keep")
}
