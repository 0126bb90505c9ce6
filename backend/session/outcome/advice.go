package outcome

import (
	"fmt"

	"branchline/backend/session"
)

// advice says what to do next after a run; "" where nothing is to be done.
func advice(e *session.End) string {
	switch e.State {
	case session.Finished:
		return "review the changes: nothing but the agent itself says that the task is done"
	case session.FailedState:
		return "read why it gave up, then change the task and start anew"
	case session.Limit:
		return "resume it with a higher limit"
	case session.Stuck:
		return "start anew: resumed, it would go on from the same conversation"
	case session.ErrorState:
		return provider(e.Status)
	case session.Cancelled:
		return "resume it, or start anew"
	case session.Interrupted:
		if has(e, continued) {
			return "look at the run that goes on from it"
		}
		return "make sure it does not run any more, then resume it"
	case session.Running:
		return "wait: the result is shown when it is written"
	}
	return ""
}

// provider says what to look at after the provider answered with a status.
func provider(status int) string {
	switch {
	case status == 401 || status == 403:
		return "check the provider's key, then resume it"
	case status == 404:
		return "check the model's name, then resume it"
	case status == 429:
		return "check the provider's quota, then resume it"
	case status >= 500:
		return "resume it later: the provider itself failed"
	case status > 0:
		return fmt.Sprintf("see what the provider refused (HTTP %d), then resume it", status)
	}
	return "check the provider and the connection to it, then resume it"
}
