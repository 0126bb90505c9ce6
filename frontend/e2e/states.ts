import { expect } from 'vitest'
import type { App } from './driver'
import { apples, bushy, cards, damaged, drafts, ferry, talk, type Staged } from './staged'
import { thumbnails, type View } from './views'

const runs = (staged: Staged) => [staged.of('uploads-3-stuck'), staged.of('uploads-5-finished')]

const timeline = (name: string, show: View['show'], size?: View['size']): View => ({
  name,
  files: thumbnails,
  ...(size && { size }),
  async show(app, staged) {
    await app.readThrough()
    await show(app, staged)
  },
})

async function choose(app: App, name: string) {
  await app.branches.getByRole('radio', { name, exact: true }).click()
}

async function mode(app: App, name: string) {
  await app.timeline.getByRole('radio', { name, exact: true }).click()
  await app.frames()
}

/** Opens the card of a call of the kept branch. */
async function open(app: App, line: RegExp) {
  await app.goTo('No cgo, you are right')
  await app.toggle(app.timeline, line)
}

const inCompare = (app: App) => app.view('Compare').locator('article[aria-current="true"]').waitFor()

/** What else the page can look like, besides its main views. */
export const states: readonly View[] = [
  {
    name: 'loading',
    files: thumbnails,
    async show(app) {
      await app.readThrough()
      // The answer never comes.
      await app.page.route('**/call/Changes*', () => new Promise(() => {}))
      await app.keys('v')
      await app.view('Changes').getByRole('status').first().waitFor()
    },
  },
  {
    name: 'failed',
    files: thumbnails,
    async show(app) {
      await app.readThrough()
      await app.page.route('**/call/Changes*', (route) =>
        route.fulfill({
          json: {
            error: JSON.stringify({
              kind: 'failed',
              message: 'read faster-thumbnails.jsonl: input/output error',
            }),
          },
        }),
      )
      await app.keys('v')
      await app.view('Changes').getByRole('alert').first().waitFor()
    },
  },
  {
    name: 'not-a-session',
    files: (staged) => [staged.file('notes.jsonl', 'Buy twine.\n')],
    show: (app) => app.page.getByText('This is not a session').first().waitFor(),
  },
  {
    name: 'huge',
    files: (staged) => [staged.written('huge.jsonl', bushy(2000))],
    async show(app) {
      await app.branchRow('Plan number 1.').waitFor()
      await app.keys('o')
      await app.branches.getByRole('img', { name: /Picture of/ }).waitFor()
    },
  },
  {
    name: 'live',
    files: (staged) => [staged.growing('talk.jsonl', talk(3))],
    async show(app, staged) {
      await app.readThrough()
      staged.agent.calls(['go test ./...'])
      await app.row('go test').waitFor()
      await app.status.getByText('live').waitFor()
    },
  },
  {
    name: 'new-below',
    files: (staged) => [staged.growing('talk.jsonl', talk(20))],
    async show(app, staged) {
      await app.readThrough()
      staged.agent.call('bash', { command: 'make' }, 'no rule to make target', true)
      for (let n = 0; n < 6; n++) staged.agent.reply(`Step ${n}.`)
      await app.timeline
        .getByRole('button', { name: /go to the end and follow/ })
        .filter({ hasText: '7 new' })
        .waitFor()
    },
  },
  timeline('find', async (app) => {
    await app.keys('Control+f')
    await app.page.keyboard.type('shrink')
    await app.timeline.getByText(/^1 of \d+/).waitFor()
  }),
  timeline('find-in-graph', async (app) => {
    await app.branches.getByRole('textbox', { name: 'Find' }).fill('cache')
    await app.branches.locator('mark').first().waitFor()
    await app.keys('Enter')
  }),
  ...['Prompts', 'No tools', 'Labelled', 'Errors'].map((name) =>
    timeline(`filter-${name.toLowerCase().replace(' ', '-')}`, (app) => choose(app, name)),
  ),
  timeline('folded', async (app) => {
    for (const words of ['Try the cache first', 'Try the allocations first']) {
      await app.branchRow(words).click()
      await app.keys('z')
      await app
        .branchRow(words)
        .filter({ hasText: /entries/ })
        .waitFor()
    }
  }),
  timeline('shown-alone', async (app) => {
    await app.branchRow('From 212 to 61 ms').click()
    await app.keys('Shift+H')
    await app.branches.getByRole('navigation', { name: 'Shown alone' }).waitFor()
  }),
  timeline('steps-unfolded', async (app) => {
    await app.branchRow('Since we let').click()
    await app.keys('ArrowDown', 'ArrowRight')
    await app.branchRow('One request decodes').waitFor()
  }),
  timeline('legend', async (app) => {
    await app.page.getByRole('button', { name: 'What the signs mean' }).click()
    await app.page.getByText('The heavier line').waitFor()
  }),
  ...['Skim', 'Steps', 'Raw'].map((name) => timeline(`mode-${name.toLowerCase()}`, (app) => mode(app, name))),
  timeline('card-edit', (app) => open(app, /^edit internal\/thumb\/resize.go/)),
  timeline('card-write', (app) => open(app, /^write internal\/thumb\/shrink.go/)),
  timeline('card-failed', (app) => open(app, /^bash go test .\/internal\/thumb/)),
  timeline('card-colours', (app) => open(app, /^bash gotestsum/)),
  timeline('thinking', (app) => open(app, /Thinking/)),
  timeline('picture', async (app) => {
    await app.command('Go to the last row')
    await app.toggle(app.row('docs/thumb-p95.png'), /read/)
    await app.row('docs/thumb-p95.png').getByRole('img').first().waitFor()
  }),
  timeline('compaction', async (app) => {
    await app
      .branchRow(/compacted|Compact/i)
      .first()
      .click()
    await app.chosenRow.waitFor()
  }),
  timeline('selection', async (app) => {
    await app.goTo('No cgo, you are right')
    await app.chosenRow.focus()
    await app.keys('Shift+J', 'Shift+J', 'Shift+J')
  }),
  {
    name: 'cards',
    files: (staged) => [staged.written('cards.jsonl', cards())],
    async show(app) {
      await app.readThrough()
      for (const line of [/^read src\/pears/, /^grep/, /^find/, /^ls/, /^weigh/])
        await app.toggle(app.timeline, line)
    },
  },
  {
    name: 'long-output',
    files: (staged) => [staged.written('apples.jsonl', apples())],
    async show(app) {
      await app.readThrough()
      const call = app.row('count-apples --all').first()
      await app.toggle(call, /count-apples/)
      await app.toggle(call, /^Show all/)
      await call
        .getByRole('group', { name: /result, 30,000 lines/ })
        .getByText('tree 1: 0 apples')
        .waitFor()
    },
  },
  {
    name: 'raw-record',
    files: (staged) => [staged.written('cards.jsonl', cards())],
    async show(app) {
      await app.readThrough()
      await mode(app, 'Raw')
      await app.timeline
        .getByRole('feed', { name: 'Records of the branch' })
        .getByRole('button')
        .nth(1)
        .click()
      await app.timeline.locator('[aria-expanded="true"]').first().waitFor()
    },
  },
  ...[
    'uploads-1-interrupted',
    'uploads-2-out-of-time',
    'uploads-3-stuck',
    'uploads-4-cancelled',
    'uploads-5-finished',
    'phone-notes-failed',
  ].map((name): View => ({
    name: `outcome-${name}`,
    files: (staged) => [staged.of(name)],
    show: (app) => app.readThrough(),
  })),
  {
    name: 'context-of-two',
    files: thumbnails,
    async show(app) {
      await app.readThrough()
      await app.keys('c')
      await app.view('Context').getByRole('button', { name: 'before the compaction' }).click()
      await app
        .view('Context')
        .getByRole('heading', { name: /^Fell out/ })
        .waitFor()
    },
  },
  {
    name: 'context-of-a-run',
    files: (staged) => [staged.of('uploads-5-finished')],
    async show(app) {
      await app.readThrough()
      await app.keys('c')
      await app.view('Context').locator('article[data-line]').first().waitFor()
    },
  },
  {
    name: 'context-opened',
    files: (staged) => [staged.written('ferry.jsonl', ferry())],
    async show(app) {
      await app.readThrough()
      await app.keys('c')
      await app.view('Context').locator('article[data-line]:focus').waitFor()
      await app.keys('ArrowDown', 'Enter')
      await app.view('Context').getByText('Do not touch the API.').first().waitFor()
    },
  },
  {
    name: 'compare-leaves',
    files: thumbnails,
    async show(app) {
      await app.readThrough()
      await app.command('Compare: all leaves of the session')
      await app.view('Compare').getByRole('grid').waitFor()
    },
  },
  {
    name: 'compare-drafts',
    files: (staged) => [staged.written('drafts.jsonl', drafts())],
    async show(app) {
      await app.readThrough()
      await app.branchRow('Snow draft').click()
      await app.chosenRow.filter({ hasText: 'Snow draft' }).waitFor()
      await app.branchRow('Rain draft').click({ modifiers: ['Control'] })
      await inCompare(app)
    },
  },
  {
    name: 'compare-two-files',
    files: thumbnails,
    async show(app) {
      await app.readThrough()
      await app.keys('f')
      const member = (words: string) => app.view('Family').getByRole('treeitem').filter({ hasText: words })
      await member('You are here').click({ button: 'right' })
      await app.page.getByRole('menuitem', { name: 'Compare with…' }).click()
      await member('behind a flag').click({ button: 'right' })
      await app.page.getByRole('menuitem', { name: 'Compare with A' }).click()
      await inCompare(app)
    },
  },
  {
    name: 'compare-two-runs',
    files: runs,
    async show(app) {
      for (const tab of [/stuck/, /finished/]) {
        await app.goToTab(tab)
        await app.branchRow(/\w/).first().click()
        await app.chosenRow.waitFor()
        await app.keys('d')
      }
      await inCompare(app)
    },
  },
  {
    name: 'family-of-a-session',
    files: thumbnails,
    async show(app) {
      await app.readThrough()
      await app.keys('f')
      await app.view('Family').getByText('You are here').waitFor()
    },
  },
  {
    name: 'changes-of-a-run',
    files: (staged) => [staged.of('uploads-5-finished')],
    async show(app) {
      await app.readThrough()
      await app.keys('v')
      await app.view('Changes').locator('article[data-line]').first().waitFor()
    },
  },
  timeline('palette', async (app) => {
    await app.keys('Control+k')
    await app.page.keyboard.type('up')
    await app.page.getByRole('option').first().waitFor()
  }),
  timeline('settings', async (app) => {
    await app.keys('Control+,')
    await app.page.getByRole('dialog', { name: 'Settings' }).waitFor()
  }),
  timeline('menu-of-an-entry', async (app) => {
    await app.branchRow('No cgo, you are right').click({ button: 'right' })
    await app.page.getByRole('menuitem').first().waitFor()
  }),
  timeline('menu-of-the-session', async (app) => {
    await app.page.getByRole('button', { name: 'More about this session' }).click()
    await app.page.getByRole('menuitem').first().waitFor()
  }),
  timeline(
    'drawer',
    async (app) => {
      await app.keys('Control+b')
      await app.sessions.getByRole('treeitem').nth(4).waitFor()
    },
    [960, 600],
  ),
  timeline(
    'narrow-branches',
    async (app) => {
      await app.page
        .getByRole('radiogroup', { name: 'View' })
        .getByRole('radio', { name: 'Branches' })
        .click()
      await app.branches.waitFor()
    },
    [880, 600],
  ),
  timeline('large-text', async (app) => {
    for (let step = 0; step < 5; step++) await app.keys('Control+=')
    await expect
      .poll(() => app.page.evaluate(() => document.documentElement.scrollWidth - innerWidth))
      .toBe(0)
  }),
  {
    name: 'first-start',
    show: (app) => app.readThrough(),
  },
  {
    name: 'problems-of-a-tree',
    files: (staged) => [staged.file('damaged.jsonl', damaged())],
    show: (app) => app.readThrough(),
  },
]
