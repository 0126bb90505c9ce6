// @vitest-environment jsdom
import { beforeEach, expect, test, vi } from 'vitest'
import { aSession, aStart, fakeApi } from '../api/fake'
import { AppState } from './app.svelte'
import { command, commands, contextOf } from './commands'
import { keyListener, mouseListener } from './keyboard'

let app: AppState
let press: (key: string, given?: KeyboardEventInit, on?: Element) => KeyboardEvent

beforeEach(() => {
  document.body.innerHTML = '<input><button>b</button><p tabindex="0">p</p>'
  app = new AppState(fakeApi(), false)
  app.tabs.show(aSession())
  const listener = keyListener(app)
  press = (key, given = {}, on = document.body) => {
    const event = new KeyboardEvent('keydown', { key, code: '', bubbles: true, cancelable: true, ...given })
    on.addEventListener('keydown', (e) => listener(e as KeyboardEvent), { once: true })
    on.dispatchEvent(event)
    return event
  }
})

/** Lays a dialog over the page, with a field and a button. */
function dialog(): { field: Element; button: Element } {
  document.body.insertAdjacentHTML('beforeend', '<dialog open><input><button>b</button></dialog>')
  const [field, button] = document.querySelectorAll('dialog > *')
  if (field === undefined || button === undefined) throw new Error('no dialog')
  return { field, button }
}

test('keys run commands', () => {
  press('?', { shiftKey: true })
  expect(app.layout.overlay).toBe('help')
  press('k', { ctrlKey: true })
  expect(app.layout.overlay).toBe('palette')
})

test('single letters leave fields alone, keys with Ctrl do not', () => {
  const field = document.querySelector('input') ?? document.body
  expect(press('/', {}, field).defaultPrevented).toBe(false)
  expect(app.layout.findAsked).toBe(0)
  press('k', { ctrlKey: true }, field)
  expect(app.layout.overlay).toBe('palette')
})

test('the box that finds is given the focus once for each time it was asked for', () => {
  const { session } = app.tabs
  if (session === undefined) throw new Error('no session is open')
  session.pane = 'graph'
  expect(app.layout.takeFind()).toBe(false)
  press('/')
  expect(app.layout.takeFind()).toBe(true)
  expect(app.layout.takeFind()).toBe(false)
  press('/')
  expect(app.layout.takeFind()).toBe(true)
  expect(session.timeline.find.shown).toBe(false)
  session.pane = 'timeline'
  press('/')
  expect(app.layout.takeFind()).toBe(false)
  expect(session.timeline.find.shown).toBe(true)
})

test('Enter and Space belong to a focused button', () => {
  const button = document.querySelector('button') ?? document.body
  expect(press(' ', { code: 'Space' }, button).defaultPrevented).toBe(false)
  expect(press('/', {}, button).defaultPrevented).toBe(true)
})

test('under a dialog no key acts, wherever the focus is', () => {
  app.tabs.show(aSession({ session: 's2' }))
  const { field, button } = dialog()
  const before = app.tabs.activeId
  for (const on of [document.body, field, button]) {
    for (const [key, given] of [
      ['w', { ctrlKey: true }],
      ['Tab', { ctrlKey: true }],
      ['k', { ctrlKey: true }],
      [',', { ctrlKey: true }],
      ['F2', {}],
      ['L', { shiftKey: true }],
      ['?', { shiftKey: true }],
      ['/', {}],
    ] as const)
      press(key, given, on)
  }
  press('z', { ctrlKey: true })
  expect(app.tabs.list.length).toBe(2)
  expect(app.tabs.activeId).toBe(before)
  expect(app.editing.sheet).toBeUndefined()
  expect(app.layout).toMatchObject({ overlay: '', findAsked: 0 })
  expect(app.toasts.list).toEqual([])
})

test('under a dialog the browser does not take the keys either, but a field keeps its own', () => {
  const { field, button } = dialog()
  expect(press('ArrowLeft', { altKey: true }, field).defaultPrevented).toBe(true)
  expect(press('z', { ctrlKey: true }, button).defaultPrevented).toBe(true)
  expect(press('z', { ctrlKey: true }, field).defaultPrevented).toBe(false)
  expect(press(' ', { code: 'Space' }, field).defaultPrevented).toBe(false)
  app = new AppState(fakeApi(), true)
  const listener = keyListener(app)
  const event = new KeyboardEvent('keydown', { key: 'ArrowLeft', altKey: true, cancelable: true })
  field.addEventListener('keydown', (e) => listener(e as KeyboardEvent), { once: true })
  field.dispatchEvent(event)
  expect(event.defaultPrevented, 'goes a word back on a Mac').toBe(false)
})

test('over a dialog the text gets larger, and help, palette and settings take the place of each other', () => {
  const { button } = dialog()
  press('+', { ctrlKey: true }, button)
  expect(app.settings.value.textSize).toBe(110)
  app.layout.overlay = 'help'
  press('k', { ctrlKey: true }, button)
  expect(app.layout.overlay).toBe('palette')
  press('k', { ctrlKey: true }, button)
  expect(app.layout.overlay).toBe('')
})

test.each([
  ['button', 'ArrowDown', true],
  ['button', 'End', true],
  ['radio', 'ArrowDown', false],
  ['radio', 'End', true],
  ['separator', 'End', false],
])('a focused %s leaves %s to the page: %s', (role, key, left) => {
  const element = document.querySelector('button') ?? document.body
  element.setAttribute('role', role)
  expect(press(key, {}, element).defaultPrevented).toBe(left)
})

test('single letters can be switched off', () => {
  app.settings.set({ singleKeys: false })
  press('/')
  expect(app.layout.findAsked).toBe(0)
  press('b', { ctrlKey: true })
  expect(app.layout.sessionsWanted).toBe(false)
})

test('Ctrl+O says why it opens nothing where no file can be chosen', async () => {
  const api = fakeApi({ start: () => Promise.resolve(aStart({ face: 'browser', canChoose: false })) })
  app = new AppState(api, false)
  await app.begin()
  command('open-file').run(contextOf(app))
  expect(app.toasts.list.map(({ text }) => text)).toEqual([expect.stringContaining('command line')])
  expect(api.calls.map(({ method }) => method)).not.toContain('choose')
})

test('s changes between reading and skimming', () => {
  press('s')
  expect(app.tabs.session?.timeline.mode).toBe('skim')
  press('s')
  expect(app.tabs.session?.timeline.mode).toBe('read')
})

test('Escape lets go of the side that waits to be compared', async () => {
  await app.comparing.choose({ file: { handle: 'h', title: 't', path: '/p' }, leaf: 'k1', words: '' })
  expect(app.comparing.first).toBeDefined()
  expect(press('Escape').defaultPrevented).toBe(true)
  expect(app.comparing.first).toBeUndefined()
  expect(press('Escape').defaultPrevented).toBe(false)
})

test.each([
  ['p', 'No prompt below.'],
  ['P', 'No prompt above.'],
  ['n', 'No error below.'],
  ['E', 'No edit above.'],
])('%s says that there is none that way, once', async (key, words) => {
  app.tabs.session?.timeline.begin()
  const shiftKey = key !== key.toLowerCase()
  press(key, { shiftKey })
  press(key, { shiftKey })
  await vi.waitFor(() => expect(app.toasts.list.map(({ text }) => text)).toEqual([words]))
  press(key, { shiftKey })
  expect(app.toasts.list.map(({ text }) => text)).toEqual([words])
})

test('commands have ids and keys of their own', () => {
  const ids = commands.map(({ id }) => id)
  expect(new Set(ids).size).toBe(ids.length)
  const keys = commands.flatMap((command) => command.keys)
  expect(new Set(keys).size).toBe(keys.length)
})

test('the buttons at the side of a mouse go back and forward', () => {
  const travelled: number[] = []
  app.tabs.canTravel = () => true
  app.tabs.travel = (dir) => {
    travelled.push(dir)
    return Promise.resolve()
  }
  const listener = mouseListener(app)
  const kept = (type: string, button: number) => {
    const event = new MouseEvent(type, { button, cancelable: true })
    listener(event)
    return event.defaultPrevented
  }
  expect([0, 3, 4].map((button) => kept('mousedown', button))).toEqual([false, true, true])
  expect(travelled).toEqual([])
  expect([0, 3, 4].map((button) => kept('mouseup', button))).toEqual([false, true, true])
  expect(travelled).toEqual([-1, 1])
  dialog()
  expect(kept('mouseup', 3), 'the browser does not go back either').toBe(true)
  expect(travelled).toEqual([-1, 1])
})

test('the command that is copied is the one for the entry, or for the session', async () => {
  const api = fakeApi({ commandLine: (q) => Promise.resolve({ resume: 'resume', open: `open ${q.key}` }) })
  app = new AppState(api, false)
  app.tabs.show(aSession())
  app.tabs.session?.select('k1', { from: 'graph' })
  const copied = async (id: string) => {
    command(id).run(contextOf(app))
    await new Promise((done) => setTimeout(done))
    return api.calls.findLast(({ method }) => method === 'copy')?.q
  }
  expect(await copied('copy-entry-command')).toBe('open k1')
  expect(await copied('copy-resume-command')).toBe('resume')
})
