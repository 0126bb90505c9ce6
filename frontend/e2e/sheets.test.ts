import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { start, type App } from './driver'
import { sample } from './places'
import { resting, WrittenSession } from './written'

// Every sheet that writes, as somebody meets it: in both themes, in a large and in the smallest windows.

const home = mkdtempSync(join(tmpdir(), 'branchline-sheets-'))
const folder = join(home, '.pi/agent/sessions/--home-mira-src-orchard--')
const path = orchard()
let app: App

function orchard(): string {
  const s = new WrittenSession()
  const asked = s.prompt('Count the apples, and say which of them are ripe')
  s.reply('There are nine apples, four of them ripe.')
  s.prompt(`Count the pears with the key ghp_${'a8Xk29LmQp47RtYw63BnZc10VdFs85HgJe2U'}`, asked)
  s.call('bash', { command: 'ls pears' }, 'conference\nwilliams\n')
  s.call('bash', { command: 'ls plums' }, 'ls: plums: No such file or directory', true)
  s.reply('There are two pears; I wrote to mira@orchard-harvest.io and to the folder /home/mira/src/orchard.')
  return resting(s.write(folder, 'orchard.jsonl'))
}

beforeAll(async () => {
  app = await start({ home, files: [path, sample('uploads-5-finished')] })
})
afterAll(async () => {
  await app.close()
  rmSync(home, { recursive: true })
})

/** What must be known before it is confirmed, and is not in sight as the sheet opens. */
const unseen = (name: string) =>
  dialog(name).evaluate((element) => {
    const room = element.querySelector('.content')?.getBoundingClientRect()
    return [...element.querySelectorAll('[data-seen]')]
      .filter((one) => one.getBoundingClientRect().bottom > (room?.bottom ?? 0) + 1)
      .map((one) => one.textContent)
  })
const dialog = (name: string) => app.page.getByRole('dialog', { name, exact: true })
const field = (name: string) => dialog('Export').getByRole('radio', { name, exact: true })

/** How each sheet is opened, and what it says once it knows what it would write. */
const sheets: { name: string; title: string; tab?: string; open: () => Promise<void>; says: RegExp }[] = [
  {
    name: 'label',
    title: 'Label',
    open: async () => {
      await app.keys('Shift+L')
      await app.page.keyboard.type('the better count')
    },
    says: /"label":"the better count"/,
  },
  {
    name: 'rename',
    title: 'Rename the session',
    open: async () => {
      await app.keys('F2')
      await app.page.keyboard.type('Autumn count')
    },
    says: /"name":"Autumn count"/,
  },
  {
    name: 'branch',
    title: 'Branch with a summary',
    open: async () => {
      await app.goTo('Count the pears')
      await app.keys('Shift+B')
    },
    says: /pi will continue here/,
  },
  {
    name: 'fork',
    title: 'Fork into a new session',
    open: () => app.keys('Shift+F'),
    says: /A new session is made/,
  },
  {
    name: 'trash',
    title: 'Move to the trash',
    open: () => app.command('Move the session to the trash…'),
    says: /moved to the trash/,
  },
  { name: 'export', title: 'Export', open: () => app.keys('Shift+X'), says: /possible secrets? at/ },
  {
    name: 'export-page',
    title: 'Export',
    open: async () => {
      await app.keys('Shift+X')
      await field('HTML page').click()
      await field('Several branches').click()
    },
    says: /possible secrets? at/,
  },
  {
    name: 'refused',
    title: 'Rename the session',
    tab: 'uploads-5-finished',
    open: () => app.keys('F2'),
    says: /never edited/,
  },
]

for (const theme of ['dark', 'light'] as const) {
  for (const [width, height] of [
    [1400, 900],
    [960, 600],
    [900, 560],
  ] as const) {
    test(`bars nobody from the sheets, ${theme}, ${width} × ${height}`, async () => {
      await app.setTheme(theme)
      await app.resize(width, height)
      for (const { name, title, tab, open, says } of sheets) {
        await app.goToTab(tab ?? basename(path, '.jsonl'))
        if (tab === undefined) await app.goTo('There are two pears')
        else await app.row(/\w/).first().waitFor()
        await open()
        await dialog(title).getByText(says).first().waitFor()
        expect(await app.barriers(), name).toEqual([])
        const box = await dialog(title).boundingBox()
        expect((box?.y ?? 0) + (box?.height ?? 0), `${name} fits the window`).toBeLessThanOrEqual(height)
        const last = await dialog(title).getByRole('button').last().boundingBox()
        expect(
          (last?.y ?? 0) + (last?.height ?? 0),
          `the buttons of ${name} are in sight`,
        ).toBeLessThanOrEqual(height)
        if (width !== 900)
          expect(await unseen(title), `what must be known of ${name} is in sight`).toEqual([])
        if (width !== 900) await app.screenshot(`sheet-${name}-${theme}-${width}`)
        await app.keys('Escape')
        await dialog(title).waitFor({ state: 'detached' })
      }
      expect(app.faults).toEqual([])
    })
  }
}

test('large text runs into nothing in a small window, and a sheet keeps clear of its edge', async () => {
  await app.resize(960, 600)
  await app.keys(...Array.from({ length: 5 }, () => 'Control+='))
  for (const { name, title, tab, open, says } of sheets) {
    await app.goToTab(tab ?? basename(path, '.jsonl'))
    await app.branches.getByRole('treeitem').first().click()
    await open()
    await dialog(title).getByText(says).first().waitFor()
    const box = await dialog(title).boundingBox()
    expect((box?.y ?? 0) + (box?.height ?? 0), `${name} keeps clear of the edge`).toBeLessThanOrEqual(592)
    const names = await dialog(title)
      .locator('.name')
      .evaluateAll((all) =>
        all.filter((one) => one.scrollWidth > one.clientWidth).map((one) => one.textContent),
      )
    expect(names, `${name}: names that run into their values`).toEqual([])
    await app.screenshot(`sheet-${name}-large`)
    await app.keys('Escape')
    await dialog(title).waitFor({ state: 'detached' })
  }
  await app.goToTab(basename(path, '.jsonl'))
  await app.goTo('Count the apples')
  await app.keys('Shift+L')
  await app.page.keyboard.type('the first count')
  await dialog('Label').getByText('"label":"the first count"').waitFor()
  // The first brings into sight what must be known.
  await app.keys('Enter', 'Enter')
  await app.status.getByRole('button', { name: /^Undo the label/ }).waitFor()
  const beyond = await app.status.evaluate((bar) => {
    const { right } = bar.getBoundingClientRect()
    return [...bar.children]
      .filter((one) => one.getBoundingClientRect().right > right)
      .map((one) => one.textContent)
  })
  expect(beyond, 'words beyond the status bar').toEqual([])
  await app.screenshot('status-large')
  await app.keys('Control+z')
  await app.branchRow('the first count').waitFor({ state: 'detached' })
  await app.keys('Control+0')
})

test('says of a character that it is drawn in another way than it is written', async () => {
  await app.resize(1400, 900)
  await app.goToTab('orchard')
  await app.goTo('There are two pears')
  await app.keys('Shift+L')
  await app.page.keyboard.insertText('ripe')
  await dialog('Label').getByText('"label":"ripe"').waitFor()
  const drawn = dialog('Label').getByText('the file gets that character')
  expect(await drawn.count()).toBe(0)
  await app.page.keyboard.insertText('\u202e')
  await dialog('Label').getByText('"label":"ripe⟨U+202E⟩"').waitFor()
  await drawn.waitFor()
  await app.keys('Escape')
})

test('shows what was done, with undo, and the file that was made', async () => {
  for (const theme of ['dark', 'light'] as const) {
    await app.setTheme(theme)
    await app.resize(960, 600)
    await app.goToTab('orchard')
    await app.goTo('There are two pears')
    await app.keys('Shift+F')
    await dialog('Fork into a new session').getByText('A new session is made').waitFor()
    await app.keys('Enter')
    await dialog('Fork into a new session')
      .getByText(/^Forked into/)
      .waitFor()
    expect(await app.barriers(), 'done').toEqual([])
    await app.screenshot(`sheet-done-${theme}-960`)
    await app.keys('Escape', 'Control+z')
    await app.status.getByText('Moved to the trash').waitFor()
    await app.keys('Shift+L')
    await app.page.keyboard.type(`the better count ${theme}`)
    await app.keys('Enter')
    await app.status.getByText(`Put the label “the better count ${theme}”`).waitFor()
    expect(await app.barriers(), 'status').toEqual([])
    const undo = app.status.getByRole('button', { name: `Undo the label “the better count ${theme}”` })
    expect(await undo.evaluate((button) => button.scrollWidth - button.clientWidth), 'Undo is whole').toBe(0)
    await app.screenshot(`sheet-status-${theme}-960`)
    await app.goToTab('uploads-5-finished')
    await app.status
      .getByRole('button', { name: `Undo in orchard.jsonl: the label “the better count ${theme}”` })
      .waitFor()
    expect(await app.barriers(), 'elsewhere').toEqual([])
    await app.screenshot(`sheet-elsewhere-${theme}-960`)
    await app.goToTab('orchard')
    await app.keys('Control+z')
    await app.branchRow('the better count').waitFor({ state: 'detached' })
    await app.keys('Shift+X')
    await dialog('Export').getByText('all of them are masked').waitFor()
    await field('Beside the session').click()
    await dialog('Export').getByText('none of them is masked').waitFor()
    await app.keys('Enter')
    await dialog('Export')
      .getByText(/^Nothing was masked; \d+ possible secrets left as written/)
      .waitFor()
    expect(await app.barriers(), 'exported').toEqual([])
    await app.screenshot(`sheet-exported-${theme}-960`)
    await app.keys('Escape', 'Control+z')
    await app.status.getByText('Moved to the trash').waitFor()
  }
  expect(app.faults).toEqual([])
})

test('a sheet keeps its place and its size while it learns what it would write', async () => {
  await app.resize(1400, 900)
  await app.goToTab('orchard')
  await app.goTo('There are two pears')
  await app.keys('Shift+L')
  const box = await dialog('Label').boundingBox()
  await app.page.keyboard.type('ripe')
  await dialog('Label').getByText('"label":"ripe"').waitFor()
  expect(await dialog('Label').boundingBox()).toEqual(box)
  await app.keys('Escape')
})

test('the focus goes round inside a sheet, and no key acts on what lies under it', async () => {
  await app.goTo('There are two pears')
  await app.keys('Shift+L')
  await app.page.keyboard.type('ripe')
  await dialog('Label').getByText('"label":"ripe"').waitFor()
  const field = app.page.getByRole('textbox', { name: 'Label' })
  for (const key of ['Tab', 'Shift+Tab']) {
    await field.focus()
    let presses = 0
    do {
      await app.keys(key)
      presses++
      const inside = await dialog('Label').evaluate((element) => element.contains(document.activeElement))
      expect(inside, `after ${presses} × ${key}`).toBe(true)
    } while (presses < 20 && !(await field.evaluate((element) => element === document.activeElement)))
    expect(presses, `${key} comes round`).toBeLessThan(20)
  }
  await dialog('Label').getByText('What will be written').click()
  await app.keys('Control+w', 'Control+Tab', 'Alt+ArrowLeft', 'Control+z', 'Control+k', 'Shift+B', 'F2', '?')
  await app.frames()
  expect(await app.page.getByRole('dialog').count()).toBe(1)
  await app.page.getByRole('tab', { name: 'orchard', selected: true, includeHidden: true }).waitFor()
  expect(await field.inputValue()).toBe('ripe')
  await app.keys('Tab')
  expect(await dialog('Label').evaluate((element) => element.contains(document.activeElement))).toBe(true)
  await app.keys('Escape')
  await dialog('Label').waitFor({ state: 'detached' })
  expect(readFileSync(path, 'utf8')).not.toContain('"label":"ripe"')
})

test('a sheet that can do nothing holds the focus all the same', async () => {
  await app.goToTab('uploads-5-finished')
  await app.row(/\w/).first().click()
  const tabs = await app.page.getByRole('tab').count()
  await app.keys('Shift+L')
  await dialog('Label').getByText('never edited').waitFor()
  expect(await dialog('Label').evaluate((element) => element.contains(document.activeElement))).toBe(true)
  await app.keys('Shift+X', 'Control+w')
  await app.frames()
  expect(await app.page.getByRole('dialog').count()).toBe(1)
  await app.keys('Escape')
  await dialog('Label').waitFor({ state: 'detached' })
  expect(await app.page.getByRole('tab').count()).toBe(tabs)
})
