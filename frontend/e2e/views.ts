import { expect } from 'vitest'
import { start, type App } from './driver'
import { bushy, damaged, ferry, Staged } from './staged'

/** One thing the page can show: what is opened for it, and the way there. */
export interface View {
  name: string
  /** Without any, in a home without sessions. */
  files?: (staged: Staged) => string[]
  /** Of the window, where it is not as large as most. */
  size?: readonly [width: number, height: number]
  show(app: App, staged: Staged): Promise<void>
}

export const thumbnails = (staged: Staged) => [staged.of('faster-thumbnails')]

/** The views a reader spends time in. */
export const mainViews: readonly View[] = [
  {
    name: 'list',
    files: thumbnails,
    async show(app) {
      await app.readThrough()
      await app.keys('Control+b')
      await app.sessions.getByRole('treeitem').nth(8).waitFor()
    },
  },
  {
    name: 'reading',
    files: thumbnails,
    async show(app) {
      await app.readThrough()
      await app.goTo('No cgo, you are right')
    },
  },
  {
    name: 'outcome',
    files: (staged) => [staged.of('search-index-failed-at-provider')],
    async show(app) {
      await app.outcome.getByText('Failed').first().waitFor()
      await app.readThrough()
    },
  },
  {
    name: 'overview',
    files: (staged) => [staged.written('bushy.jsonl', bushy())],
    async show(app) {
      await app.readThrough()
      await app.keys('o')
      await app.branches.getByRole('img', { name: /Picture of/ }).waitFor()
    },
  },
  {
    name: 'context',
    files: (staged) => [staged.written('ferry.jsonl', ferry())],
    async show(app) {
      await app.readThrough()
      await app.keys('c')
      await app.view('Context').locator('article[data-line]:focus').waitFor()
    },
  },
  {
    name: 'changes',
    files: thumbnails,
    async show(app) {
      await app.readThrough()
      await app.keys('v')
      const line = app.view('Changes').locator('article[data-line]').filter({ hasText: 'resize.go' }).first()
      await line.getByRole('button', { expanded: false }).click()
      await line.getByText('How it came to this').waitFor()
    },
  },
  {
    name: 'compare',
    files: thumbnails,
    async show(app) {
      await app.readThrough()
      await app.command('Compare: all leaves of the session')
      const leaf = (words: string) => app.view('Compare').getByRole('row').filter({ hasText: words })
      await leaf('works, small gain').click()
      await leaf('p95 121 ms').click({ modifiers: ['Control'] })
      await app.view('Compare').locator('article[aria-current="true"]').waitFor()
    },
  },
  {
    name: 'family',
    files: (staged) => [staged.of('uploads-3-stuck')],
    async show(app) {
      await app.readThrough()
      await app.keys('f')
      await app.view('Family').getByText('5 runs in 3 attempts at this task').waitFor()
    },
  },
  {
    name: 'keys',
    files: thumbnails,
    async show(app) {
      await app.readThrough()
      await app.keys('?')
      await app.page.getByRole('dialog', { name: 'Keys' }).waitFor()
    },
  },
  {
    name: 'empty',
    async show(app) {
      await app.readThrough()
      await app.keys('Control+w')
      await app.page.getByText('No sessions of your own yet').waitFor()
    },
  },
  {
    name: 'damaged',
    files: (staged) => [staged.file('damaged.jsonl', damaged())],
    async show(app) {
      await app.readThrough()
      await app.status.getByRole('button', { name: /problem/ }).click()
      await app.problems.waitFor()
    },
  },
]

/** Starts the app as a view wants it, goes there, lets a reader look, and closes it. */
export async function visit(view: View, look: (app: App) => Promise<void>) {
  const staged = new Staged()
  try {
    const app = await start({
      still: true,
      ...(view.size && { width: view.size[0], height: view.size[1] }),
      ...(view.files && { home: staged.home, files: view.files(staged) }),
    })
    try {
      await view.show(app, staged)
      await look(app)
      expect(app.faults).toEqual([])
    } finally {
      await app.close()
    }
  } finally {
    staged.remove()
  }
}
