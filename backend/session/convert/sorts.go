package convert

// What of a pi session is carried over into a run log or left.
var (
	sortPrompts      = sort{"prompt", "prompts", ""}
	sortReplies      = sort{"text of a reply", "texts of replies", ""}
	sortThoughts     = sort{"thought", "thoughts", ""}
	sortCalls        = sort{"tool call", "tool calls", ""}
	sortResults      = sort{"result of a tool", "results of tools", ""}
	sortPictures     = sort{"picture", "pictures", ""}
	sortNudges       = sort{"nudge of the engine", "nudges of the engine", ""}
	sortCheckpoints  = sort{"summary of what was compacted", "summaries of what was compacted", ""}
	sortCompactions  = sort{"compaction", "compactions", "what stood before can still be read, the model is not sent it"}
	sortInstructions = sort{"system text", "system texts", ""}
	sortUsage        = sort{"count of tokens", "counts of tokens", ""}
	sortResult       = sort{"outcome", "outcomes", ""}
	sortOthers       = sort{"message of a type that is not known", "messages of types that are not known", "sent to the model as the user's"}
	sortCommands     = sort{"command of the user", "commands of the user", "in the words that pi sends the model"}
	sortCustom       = sort{"message of an extension", "messages of extensions", "as the user's, the way pi sends such"}
	sortSummaries    = sort{"summary of another branch", "summaries of other branches", "in the words that pi sends the model"}

	sortOldCuts    = sort{"compaction", "compactions", "what stood before is not written into the log's past"}
	sortCopies     = sort{"message", "messages", "kept by one of very many compactions, and not repeated in the log's past"}
	sortFailed     = sort{"reply that failed or was cancelled", "replies that failed or were cancelled", "told as events only, as pi sends the model no such reply again"}
	sortUnsent     = sort{"command the model was not shown", "commands the model was not shown", "left out"}
	sortRoles      = sort{"message of a role pi does not know", "messages of roles pi does not know", "left out, as pi sends no such"}
	sortSystem     = sort{"system message with pi's prompt and tools", "system messages with pi's prompt and tools", "the agent that goes on has its own"}
	sortSignatures = sort{"signature of a thought, text or call", "signatures of thoughts, texts and calls", "only the provider that signed knows its own"}
	sortRedacted   = sort{"thought that only its provider can read", "thoughts that only their provider can read", "left out"}
	sortDetails    = sort{"result's details", "results' details", "what a tool keeps beside its text, like a diff, has no place in a run log"}
	sortNoPicture  = sort{"picture without readable data", "pictures without readable data", "left out"}
	sortBlocks     = sort{"piece of a reply that is not known", "pieces of replies that are not known", "left out"}
	sortCost       = sort{"cost of a reply", "costs of replies", "a run log counts tokens only; what the cache took counts as input"}
	sortNoTime     = sort{"entry without a time", "entries without a time", "given the time before"}
	sortCut        = sort{"record that was too long", "records that were too long", "the agent reads no line of 16 MiB, so each text there is cut to 1 MiB"}
	sortHalved     = sort{"entry with half a character", "entries with halves of characters", "a run log has the sign � there"}
	sortLabels     = sort{"label", "labels", "a run log has no place for labels"}
	sortNames      = sort{"name of the session", "names of the session", "a run log has no place for names"}
	sortParent     = sort{"link to what it was made from", "links to what it was made from", "a run log has no place for it"}
	sortSettings   = sort{"change of model, thinking level or tools", "changes of model, thinking level or tools", "of all that a run log has the last model only"}
	sortExtension  = sort{"entry of an extension's own", "entries of extensions' own", "left out"}
	sortUsages     = sort{"cost that is no part of the conversation", "costs that are no part of the conversation", "left out"}
	sortEdits      = sort{"context edit", "context edits", "applied: the log has what the model was sent"}
	sortUnknown    = sort{"entry of an unknown type", "entries of unknown types", "left out"}
	sortAfter      = sort{"entry after the chosen one", "entries after the chosen one", "left out"}
	sortBranches   = sort{"entry on another branch", "entries on other branches", "a run log has one line of events"}
	sortDamage     = sort{"damaged line", "damaged lines", "nothing there could be read"}
)

// logSorts is the order in which a conversion to a run log is told.
var logSorts = []sort{
	sortPrompts, sortReplies, sortThoughts, sortCalls, sortResults, sortPictures, sortCommands, sortCustom, sortSummaries,
	sortNudges, sortOthers, sortInstructions, sortCheckpoints, sortCompactions, sortUsage, sortResult,
	sortAfter, sortBranches, sortOldCuts, sortCopies, sortEdits, sortFailed, sortSystem, sortSignatures, sortRedacted, sortDetails,
	sortNoPicture, sortBlocks, sortUnsent, sortRoles, sortCost, sortLabels, sortNames, sortParent, sortSettings, sortExtension, sortUsages,
	sortUnknown, sortNoTime, sortCut, sortHalved, sortDamage,
}

// What of a run log is carried over into a pi session or left, beside the above.
var (
	sortEvents = sort{"event of the engine", "events of the engine", "kept out of the model's sight"}
	sortEnding = sort{"outcome", "outcomes", "as a last reply that says the same"}

	sortAgain          = sort{"message that was kept when the conversation was shortened", "messages that were kept when the conversation was shortened", "written once more behind the cut"}
	sortInherited      = sort{"time of a message from an earlier run", "times of messages from earlier runs", "only the log of the run itself has such; here it is the time at which this run began"}
	sortUnknownRecords = sort{"record of an unknown kind", "records of unknown kinds", "left out"}
	sortProvisional    = sort{"event of a round that was never written down", "events of rounds that were never written down", "kept out of the model's sight"}
	sortDeep           = sort{"message that could not be read", "messages that could not be read", "nested too deeply"}
	sortHalves         = sort{"activity that is neither a call nor a result", "activities that are neither calls nor results", "left out"}
	sortOrphans        = sort{"result whose call is gone", "results whose calls are gone", "kept out of the model's sight, as the agent sends no such either"}
	sortNoID           = sort{"call without an id", "calls without ids", "named by the line of the log"}
	sortArguments      = sort{"call with arguments that are no JSON object", "calls with arguments that are no JSON object", "kept as an error of the arguments"}
	sortMissing        = sort{"picture that is not beside the log, or not the one it names", "pictures that are not beside the log, or not those it names", "only the text stays"}
	sortReasoning      = sort{"call with reasoning that only its provider can read", "calls with reasoning that only their provider can read", "another provider would refuse it"}
	sortDeclared       = sort{"failure that the agent declared", "failures that the agent declared", "pi knows no such end; what the agent said of it is the last reply"}
	sortGuard          = sort{"run that its engine stopped", "runs that their engine stopped", "pi knows no such end; it is told as an error"}
	sortUnended        = sort{"run without an outcome", "runs without an outcome", "pi takes its last reply for the end"}
	sortTail           = sort{"unfinished line", "unfinished lines", "left out"}
	sortLater          = sort{"later record", "later records", "left out"}
	sortResumed        = sort{"link to the run it was resumed from", "links to the runs it was resumed from", "the new session is made from this run"}
	sortNoModel        = sort{"model", "models", "the log names none"}
)

// piSorts is the order in which a conversion to a pi session is told.
var piSorts = []sort{
	sortPrompts, sortReplies, sortThoughts, sortCalls, sortResults, sortPictures, sortCommands, sortCustom, sortSummaries,
	sortNudges, sortOthers, sortInstructions, sortCheckpoints, sortEvents, sortUsage, sortResult, sortEnding,
	sortLater, sortAgain, sortInherited, sortProvisional, sortUnknownRecords, sortDeep, sortHalves, sortOrphans, sortNoID, sortArguments,
	sortMissing, sortReasoning, sortDeclared, sortGuard, sortUnended, sortResumed, sortNoModel, sortNoTime, sortTail, sortDamage,
}

// offSorts stay out of a copy of any format.
var offSorts = []sort{sortAfter, sortBranches, sortLater, sortTail, sortDamage}
