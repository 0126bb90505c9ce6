import type { App } from './driver'
import type { Staged } from './staged'
import { thumbnails, type View } from './views'
import { WrittenSession } from './written'

const dialog = (app: App) => app.page.getByRole('dialog')
const press = (app: App, name: string | RegExp) => dialog(app).getByRole('button', { name }).click()
const choose = (app: App, name: string) => dialog(app).getByRole('radio', { name, exact: true }).click()

/** A sheet over a session, once it says what it is to say. */
const sheet = (
  name: string,
  says: RegExp,
  open: (app: App, staged: Staged) => Promise<void>,
  files: NonNullable<View['files']> = thumbnails,
): View => ({
  name: `sheet-${name}`,
  files,
  async show(app, staged) {
    await app.readThrough()
    await open(app, staged)
    await dialog(app).getByText(says).first().waitFor()
  },
})

/** A session with so many addresses, each of another. */
function addressed(addresses: number): WrittenSession {
  const session = new WrittenSession({ cwd: '/srv/orchard' })
  session.prompt('Write to all who picked apples')
  for (let n = 1; n <= addresses; n++)
    session.call('mail', { to: `picker${n}@orchard-harvest.io` }, `sent the list of tree ${n}`)
  session.reply('Everybody has been written to.')
  return session
}

const secrets = (found: number, says: RegExp) =>
  sheet(
    `export-${found}-secrets`,
    says,
    (app) => app.keys('Shift+X'),
    (staged) => [staged.written('orchard.jsonl', addressed(found))],
  )

/** What Go answers to a call, in the place of what it would. */
async function answer(app: App, method: string, json: unknown) {
  await app.page.route(`**/call/${method}*`, (route) => route.fulfill({ json }))
}

const failure = (kind: string, message: string) => ({ error: JSON.stringify({ kind, message }) })

/** The sheet that sets a label, filled in. */
async function label(app: App, words: string) {
  await app.goTo('No cgo, you are right')
  await app.keys('Shift+L')
  await app.page.keyboard.type(words)
  await dialog(app).getByText(`"label":"${words}"`).waitFor()
}

async function exported(app: App, as: string) {
  await app.keys('Shift+X')
  await choose(app, as)
  await dialog(app)
    .getByText(/possible secrets? at|looks like one/)
    .waitFor()
}

/** Every sheet that writes, and what becomes of it. */
export const sheetStates: readonly View[] = [
  sheet('label', /"label":"the better way"/, (app) => label(app, 'the better way')),
  sheet('rename', /"name":"Thumbnails in time"/, async (app) => {
    await app.keys('F2')
    await app.page.keyboard.press('Control+a')
    await app.page.keyboard.type('Thumbnails in time')
  }),
  sheet('branch', /pi will continue here/, async (app) => {
    await app.goTo('No cgo, you are right')
    await app.keys('Shift+B')
  }),
  sheet('fork', /A new session is made/, (app) => app.keys('Shift+F')),
  sheet('trash', /moved to the trash/, (app) => app.command('Move the session to the trash…')),
  ...['pi session', 'Run log', 'HTML page', 'Markdown'].map((as) =>
    sheet(`export-${as.toLowerCase().replace(' ', '-')}`, /What stays out/, (app) => exported(app, as)),
  ),
  sheet('export-beside', /Give this file to nobody/, async (app) => {
    await exported(app, 'pi session')
    await choose(app, 'Beside the session')
  }),
  sheet('export-unticked', /stays as it is/, async (app) => {
    await exported(app, 'Markdown')
    await dialog(app)
      .getByRole('checkbox', { name: /^Mask (?!all)/ })
      .first()
      .uncheck()
  }),
  secrets(0, /looks like one/),
  secrets(3, /3 possible secrets at/),
  secrets(300, /300 possible secrets at/),
  sheet('export-running', /42 %/, async (app) => {
    await exported(app, 'HTML page')
    await answer(app, 'Exported', { result: { running: true, share: 0.42, changed: [] } })
    await press(app, /^Export/)
  }),
  sheet('export-failed', /no space left/, async (app) => {
    await exported(app, 'HTML page')
    await answer(
      app,
      'Exported',
      failure(
        'failed',
        'Export to thumbnails.html: no space left on device; nothing was left there: make room.',
      ),
    )
    await press(app, /^Export/)
  }),
  sheet('export-downloaded', /The browser downloads/, async (app) => {
    await exported(app, 'HTML page')
    await press(app, /^Export/)
  }),
  sheet('export-done', /^Exported to/, async (app) => {
    await exported(app, 'pi session')
    await choose(app, 'Beside the session')
    await press(app, /^Export/)
  }),
  sheet('fork-done', /^Forked into/, async (app) => {
    await app.keys('Shift+F')
    await dialog(app).getByText('A new session is made').waitFor()
    await app.keys('Enter')
  }),
  sheet('failed', /no space left/, async (app) => {
    await label(app, 'kept')
    await answer(
      app,
      'Apply',
      failure('failed', 'Append to faster-thumbnails.jsonl: no space left on device; the file is as it was.'),
    )
    await app.keys('Enter')
  }),
  sheet('conflict', /Read again and retry/, async (app, staged) => {
    await label(app, 'kept')
    staged.rewritten('faster-thumbnails')
    await app.keys('Enter')
  }),
  sheet(
    'refused-version-1',
    /version 1/,
    (app) => app.keys('F2'),
    (staged) => [
      staged.file(
        'old.jsonl',
        '{"type":"session","id":"old","timestamp":"2025-01-01T00:00:00.000Z","cwd":"/srv/plums","provider":"acme","modelId":"m"}\n{"type":"message","timestamp":"2025-01-01T00:00:01.000Z","message":{"role":"user","content":"How many plums?"}}\n',
      ),
    ],
  ),
  sheet(
    'refused-run',
    /never edited/,
    (app) => app.keys('F2'),
    (staged) => [staged.of('uploads-5-finished')],
  ),
  {
    name: 'compare-pick',
    files: thumbnails,
    async show(app) {
      await app.readThrough()
      await app.keys('Control+z')
      await app.branchRow('No cgo, you are right').click({ button: 'right' })
      await app.page.getByRole('menuitem', { name: 'Compare with…' }).click()
      await app.page.getByRole('region', { name: 'Messages' }).getByRole('button').first().waitFor()
    },
  },
]
