import { mkdtempSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { start, type App } from './driver'
import { GrowingSession } from './growing'
import { moved, watch } from './still'

let folder: string
let app: App
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'branchline-follow-'))))
afterEach(async () => {
  const { faults } = app
  await app.close()
  rmSync(folder, { recursive: true })
  expect(faults).toEqual([])
})

const list = () => app.timeline.getByRole('feed')
const pill = () => app.timeline.getByRole('button', { name: /go to the end and follow/ })
const since = () => app.timeline.getByRole('article', { name: /^New since/ })
const end = 'End'

/** A session with so many turns of one reply each. */
function talk(turns: number, name = 'talk.jsonl'): GrowingSession {
  const session = new GrowingSession()
  for (let n = 1; n <= turns; n++) {
    session.prompt(`Question ${n}.`)
    session.reply(`Answer ${n}. ${'It has some words. '.repeat(n % 9)}`)
  }
  session.write(folder, name)
  return session
}

async function open(...sessions: GrowingSession[]) {
  app = await start({ files: sessions.map(({ path }) => path) })
  await app.row(/\w/).first().waitFor()
}

/** Scrolls by the wheel until the words are in view. */
async function wheelTo(words: string | RegExp, by = 300) {
  await app.timeline.hover()
  for (let n = 0; n < 60 && !(await app.row(words).first().isVisible()); n++) {
    await app.page.mouse.wheel(0, by)
    await app.frames()
  }
  await app.row(words).first().waitFor()
}

/** Scrolls so that so many pixels of a row are above the window. */
async function putAtTop(words: string, hiddenPx: number) {
  const box = await list().boundingBox()
  const row = await app.row(words).first().boundingBox()
  if (box === null || row === null) throw new Error(`${words} is not on screen`)
  await app.timeline.hover()
  await app.page.mouse.wheel(0, row.y - box.y + hiddenPx)
  // The list rests when the wheel has been still for a moment.
  for (let n = 0; n < 20; n++) await app.frames()
}

describe('what is read stays where it is', () => {
  const times = process.env['LONG'] === undefined ? 300 : 1000

  test('while records come fast below', async () => {
    const session = talk(60)
    await open(session)
    await wheelTo('Answer 20.')
    await putAtTop('Answer 20.', 5)
    await app.row('Answer 22.').getByText('Answer 22.').selectText()
    const selected = await app.page.evaluate(() => getSelection()?.toString())
    const seen = await watch(list())
    await session.atPace(times, 50, (n) => {
      if (n % 10 === 0) session.prompt(`More ${n}.`)
      else session.call('bash', { command: `step ${n}` }, `done ${n}`, n % 25 === 7)
    })
    await pill()
      .filter({ hasText: `${times.toLocaleString('en')} new` })
      .waitFor()
    expect(moved(await seen())).toEqual([])
    expect(await app.page.evaluate(() => getSelection()?.toString())).toBe(selected)
    expect(selected).toContain('Answer 22.')
  })

  test('while calls above and at the top of the window get their results', async () => {
    const session = new GrowingSession()
    session.prompt('Try everything.')
    const ids = session.calls(Array.from({ length: 60 }, (_, n) => `try number-${n}.`))
    session.write(folder, 'calls.jsonl')
    await open(session)
    await wheelTo('number-20.', 200)
    for (const n of [18, 20]) {
      const line = app.row(`number-${n}.`).getByRole('button', { name: `number-${n}.` })
      await line.click()
      await app.timeline
        .locator('article[data-row] [aria-expanded="true"]')
        .nth(n === 18 ? 0 : 1)
        .waitFor()
    }
    await putAtTop('number-20.', 12)
    const seen = await watch(list())
    await session.atPace(40, 20, (n) =>
      session.result(ids[n] ?? '', Array.from({ length: 30 }, (_, i) => `line ${i} of ${n}`).join('\n')),
    )
    await app.row('number-20.').getByText('line 3 of 20').waitFor()
    await app.row('number-30.').getByText('ok').waitFor()
    expect(moved(await seen())).toEqual([])
  })

  test('in the graph, with what is selected', async () => {
    const session = talk(60)
    await open(session)
    await app.goTo('Question 20.')
    const row = app.branchRow('Question 20.')
    const before = await row.boundingBox()
    await row.evaluate((element) => (element.dataset['same'] = 'yes'))
    await session.atPace(40, 50, (n) => session.prompt(`More ${n}.`))
    await app.status.getByText('160 entries').waitFor()
    expect(await row.boundingBox()).toEqual(before)
    expect(await row.getAttribute('data-same')).toBe('yes')
    await app.selectedBranchRow.filter({ hasText: 'Question 20.' }).waitFor()
  })
})

describe('what is new', () => {
  test('is counted until the reader goes to the end, where it is followed', async () => {
    const session = talk(40)
    await open(session)
    session.call('bash', { command: 'make' }, 'no rule to make target', true)
    session.reply('It did not work.')
    await pill().filter({ hasText: '2 new' }).filter({ hasText: '1 error' }).waitFor()
    await pill().click()
    await app.row('It did not work.').waitFor()
    await pill().waitFor({ state: 'detached' })
    await since().waitFor()
    // What comes is scrolled into view.
    for (let n = 0; n < 30; n++) session.reply(`Step ${n} of thirty.`)
    await expect.poll(() => app.row('Step 29 of thirty.').isVisible()).toBe(true)
    await expect.poll(() => atEnd()).toBe(true)
    expect(await pill().count()).toBe(0)
    // Who scrolls up stays there.
    await app.timeline.hover()
    await app.page.mouse.wheel(0, -400)
    await expect.poll(() => atEnd()).toBe(false)
    const seen = await watch(list())
    session.reply('And one more.')
    await pill().filter({ hasText: '1 new' }).waitFor()
    expect(moved(await seen())).toEqual([])
  })

  test('is followed with the key End, until another key', async () => {
    const session = talk(40)
    await open(session)
    await app.row('Question 1.').click()
    await app.keys(end)
    await app.chosenRow.filter({ hasText: 'Answer 40.' }).waitFor()
    session.reply(`Quite long. ${'And so on. '.repeat(200)}`)
    session.reply('The newest.')
    await expect.poll(() => app.row('The newest.').isVisible()).toBe(true)
    await app.chosenRow.filter({ hasText: 'Answer 40.' }).waitFor({ state: 'attached' })
    await expect.poll(() => atEnd()).toBe(true)
    await app.keys('k')
    for (let n = 0; n < 40; n++) session.reply(`Then ${n}.`)
    await pill().filter({ hasText: '40 new' }).waitFor()
  })

  test.each([30, 300])('is followed when %s rows come in one go', async (rows) => {
    const session = talk(40)
    await open(session)
    await app.row('Question 1.').click()
    await app.keys(end)
    await expect.poll(() => atEnd()).toBe(true)
    session.atOnce(() => {
      for (let n = 1; n <= rows; n++) session.reply(`Step ${n}. ${'It has some words. '.repeat(n % 9)}`)
    })
    await expect.poll(() => app.row(`Step ${rows}.`).isVisible()).toBe(true)
    await expect.poll(() => atEnd()).toBe(true)
    session.reply('The newest.')
    await expect.poll(() => app.row('The newest.').isVisible()).toBe(true)
    await expect.poll(() => atEnd()).toBe(true)
    expect(await pill().count()).toBe(0)
  })

  test('is followed in a window that changes its size, also by who came there by the wheel', async () => {
    const session = talk(40)
    await open(session)
    await app.timeline.hover()
    await app.page.mouse.wheel(0, 100_000)
    await expect.poll(() => atEnd()).toBe(true)
    for (const [n, size] of [
      { width: 1400, height: 1000 },
      { width: 1000, height: 700 },
      { width: 1500, height: 950 },
    ].entries()) {
      await app.page.setViewportSize(size)
      await expect.poll(() => atEnd()).toBe(true)
      session.reply(`Reply ${n} to come.`)
      await expect.poll(() => app.row(`Reply ${n} to come.`).isVisible()).toBe(true)
      await expect.poll(() => atEnd()).toBe(true)
    }
    expect(await pill().count()).toBe(0)
  })

  test('stands below a line, which goes when the reader comes back to the end', async () => {
    const session = talk(40)
    await open(session)
    for (let n = 0; n < 60; n++) session.reply(`Later ${n}.`)
    await pill().filter({ hasText: '60 new' }).waitFor()
    await wheelTo('Later 3.', 600)
    await since().waitFor()
    const line = await since().boundingBox()
    const first = await app.row('Later 0.').first().boundingBox()
    expect((first?.y ?? 0) - (line?.y ?? 0)).toBeLessThan(60)
    await wheelTo('Later 59.', 600)
    await wheelTo('Later 3.', -600)
    await wheelTo('Later 59.', 600)
    await wheelTo('Later 3.', -600)
    expect(await since().count()).toBe(0)
  })

  test('on another branch is told, and shown when the reader asks for it', async () => {
    const session = talk(20)
    await open(session)
    const at = session.prompt('Shall we?')
    session.reply('We shall.')
    await wheelTo('We shall.')
    const seen = await watch(list())
    session.prompt('Rather not.', at)
    session.reply('Then something else.')
    const show = app.timeline.getByRole('button', { name: 'Show where pi continues now' })
    await show.waitFor()
    await app.timeline.getByText('pi continues elsewhere now').waitFor()
    expect(await app.row('Then something else.').count()).toBe(0)
    expect(moved(await seen())).toEqual([])
    await show.click()
    await app.row('Then something else.').waitFor()
    await show.waitFor({ state: 'detached' })
  })
})

describe('a file', () => {
  test('whose last line is unfinished says that it is being written', async () => {
    const session = talk(2)
    await open(session)
    const line = JSON.stringify({
      type: 'message',
      id: 'aaaa0001',
      parentId: session.leaf,
      timestamp: new Date().toISOString(),
      message: { role: 'user', content: 'In two halves.' },
    })
    session.bytes(line.slice(0, 40))
    await app.timeline.getByText('being written').waitFor()
    await app.status.getByText('the last line is being written').waitFor()
    await app.status.getByText('live').waitFor()
    session.bytes(`${line.slice(40)}\n`)
    await app.row('In two halves.').waitFor()
    await app.timeline.getByText('being written').waitFor({ state: 'detached' })
  })

  test('that is gone says so and leaves what was read, and that is back is followed again', async () => {
    const session = talk(30)
    await open(session)
    await wheelTo('Answer 10.')
    const seen = await watch(list())
    const away = join(folder, 'away')
    renameSync(session.path, away)
    await app.page
      .getByRole('alert')
      .getByText(/is gone/)
      .waitFor()
    await app.status.getByText('not followed').waitFor()
    renameSync(away, session.path)
    await app.page.getByRole('alert').waitFor({ state: 'detached' })
    session.reply('Here again.')
    await pill().filter({ hasText: '1 new' }).waitFor()
    expect(moved(await seen())).toEqual([])
  })
})

test('a tab that is not on screen says that something was added, and its run that it ended', async () => {
  const hidden = talk(3, 'hidden.jsonl')
  const shown = talk(3, 'shown.jsonl')
  hidden.prompt('Go on.')
  await open(hidden, shown)
  await app.goToTab('shown.jsonl')
  await app.row('Question 3.').waitFor()
  hidden.calls(['make'])
  await app.tab(/hidden\.jsonl.*has news/).waitFor()
  hidden.reply('All done.')
  await app.page
    .getByText(/hidden\.jsonl finished/)
    .first()
    .waitFor()
  await app.page.getByRole('button', { name: 'Show', exact: true }).click()
  await app.row('All done.').waitFor()
  expect(await app.tab(/has news/).count()).toBe(0)
})

/** Whether the list is scrolled to its end. */
function atEnd(): Promise<boolean> {
  return list().evaluate((box) => box.scrollHeight - box.clientHeight - box.scrollTop < 2)
}
