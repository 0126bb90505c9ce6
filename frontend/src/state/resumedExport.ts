import type { Api } from '../api/api'
import { toApiError } from '../api/errors'
import type { ExportBegun } from '../api/types'
import { oneLine } from '../lib/text'
import type { Tabs } from './tabs.svelte'
import type { Toasts } from './toasts.svelte'
import type { Undo } from './undo.svelte'

/** What an export needs to be waited for without its sheet. */
interface Around {
  readonly api: Api
  readonly tabs: Tabs
  readonly toasts: Toasts
  readonly editing: { readonly undo: Undo }
}

/** Says what comes of an export that was begun before the page was loaded again. */
export async function resumeExport(
  { api, tabs, toasts, editing }: Around,
  { job, session }: ExportBegun,
): Promise<void> {
  const title = tabs.of(session)?.info.title ?? ''
  let waits = 0
  try {
    let answer = await api.exported({ job })
    if (answer.running) {
      const of = title === '' ? '' : ` of ${oneLine(tabs.called(session, title), 60)}`
      waits = toasts.show(`An export${of} is still being written.`, 'info', {
        title: 'End it',
        run: () => void api.cancelJob({ job }).catch(() => undefined), // it may have ended
      })
    }
    while (answer.running) answer = await api.exported({ job })
    if (answer.cancelled) return
    const { done, download: url, name } = answer
    const step = editing.undo.add(done, { session, title })
    if (url !== '')
      toasts.show(done.did, 'info', { title: 'Download it', run: () => api.download({ url, name }) })
    else if (step !== undefined)
      toasts.show(done.did, 'info', {
        title: `Undo ${step.what}`,
        run: () => void editing.undo.undo(step),
      })
  } catch (cause) {
    toasts.show(`An export that was begun was not written. ${toApiError(cause).message}`, 'error')
  } finally {
    toasts.dismiss(waits)
  }
}
