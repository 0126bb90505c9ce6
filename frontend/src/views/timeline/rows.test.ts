// @vitest-environment jsdom
import { flushSync, mount, unmount } from 'svelte'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { anOutcome, aRow, aRows, aSession, fakeApi } from '../../api/fake'
import { OpenSession } from '../../state/session.svelte'
import type { Api } from '../../api/api'
import type { Row } from '../../state/types'
import TimelineRow from './TimelineRow.svelte'

let undo: (() => void)[] = []
afterEach(() => {
  for (const act of undo) act()
  undo = []
  document.body.innerHTML = ''
})

function show(given: Partial<Row>, api: Partial<Api> = {}) {
  const row = aRow({ bodyBytes: given.body?.length ?? 5, ...given })
  const session = new OpenSession(
    fakeApi({ rows: () => Promise.resolve(aRows({ total: 1, rows: [row] })), ...api }),
    aSession(),
  )
  const target = document.createElement('div')
  document.body.append(target)
  const props = {
    timeline: session.timeline,
    row,
    stop: true,
    agent: 'pi',
    now: 0,
    menu: null,
    mac: false,
  }
  const instance = mount(TimelineRow, { target, props })
  flushSync()
  undo.push(() => void unmount(instance))
  const article = target.querySelector('article')
  if (!article) throw new Error('no article')
  return {
    session,
    target,
    article,
    name: article.getAttribute('aria-label'),
    text: () => article.textContent.replace(/\s+/g, ' ').trim(),
  }
}

function click(el: HTMLElement, words: string) {
  const button = [...el.querySelectorAll('button')].find((b) => b.textContent.includes(words))
  if (!button) throw new Error(`no button ${words} in ${el.textContent}`)
  button.click()
  flushSync()
}

const call = {
  kind: 'call',
  tool: 'bash',
  target: 'go test ./...',
  args: '{"command":"go test ./..."}',
  argsBytes: 27,
  entry: 'c1',
}

describe('a call', () => {
  test('is one line until it is opened', () => {
    const row = show({
      ...call,
      hasResult: true,
      result: '\u001b[31mFAIL\u001b[0m cache\nmore',
      resultBytes: 24,
      isError: true,
      atMs: 1000,
      endMs: 2200,
    })
    expect(row.name).toBe('bash, failed: go test ./...')
    expect(row.text()).toBe('bash go test ./... FAIL cache failed 1.2 s')
    expect(row.article.querySelector('pre')).toBeNull()
    click(row.article, 'go test')
    expect(row.article.querySelector('.result pre')?.textContent).toBe('FAIL cache\nmore')
    expect(row.article.querySelector('.ansi-red-fg')?.textContent).toBe('FAIL')
  })
  test('without an answer says so', () => {
    const row = show(call)
    expect(row.text()).toContain('no result')
    click(row.article, 'go test')
    expect(row.text()).toContain('No result on this branch.')
  })
  test('runs while the agent waits for it', async () => {
    const api = { outcome: () => Promise.resolve(anOutcome({ state: 'running' })) }
    const row = show({ ...call, waits: true }, api)
    expect(row.text()).toContain('no result')
    row.session.outcome.begin()
    await vi.waitFor(() => expect(row.text()).toContain('running'))
    expect(row.text()).not.toContain('no result')
    click(row.article, 'go test')
    expect(row.text()).toContain('The agent waits for its result.')
    const before = show(call, api)
    before.session.outcome.begin()
    await vi.waitFor(() => expect(before.session.outcome.running).toBe(true))
    flushSync()
    expect(before.text()).toContain('no result')
  })
  test('of a very long command shows its beginning and its end, all of it on request', () => {
    const command = `echo ${'x'.repeat(100_000)} end`
    const args = JSON.stringify({ command })
    const row = show({ ...call, target: 'echo', args, argsBytes: args.length, hasResult: true })
    click(row.article, 'echo')
    const laidOut = () =>
      [...row.article.querySelectorAll('pre')].map((pre) => pre.textContent).join('').length
    expect(laidOut()).toBeLessThan(3000)
    expect(row.text()).toMatch(/x end/)
    click(row.article, 'Show all 100 KB')
    expect(laidOut()).toBeGreaterThan(100_000)
  })
  test('of an edit opens as a change', () => {
    const args = JSON.stringify({ path: 'a.go', edits: [{ oldText: 'x := 1', newText: 'x := 2' }] })
    const row = show({
      ...call,
      tool: 'edit',
      target: 'a.go',
      args,
      argsBytes: args.length,
      hasResult: true,
      result: 'ok',
      resultBytes: 2,
    })
    click(row.article, 'a.go')
    expect(row.article.querySelector('figure')?.getAttribute('aria-label')).toBe(
      'Change of a.go: 1 line added, 1 line removed',
    )
    expect(row.article.querySelector('mark')?.textContent).toBe('1')
  })
  test('whose arguments came only in part is shown once they are whole', async () => {
    const whole = JSON.stringify({ path: 'a.go', oldText: 'old', newText: 'n'.repeat(200) })
    const body = vi.fn(() =>
      Promise.resolve({ text: whole, numbers: [1], totalPieces: 1, totalLines: 1, totalBytes: whole.length }),
    )
    const row = show(
      {
        ...call,
        tool: 'edit',
        target: 'a.go',
        args: whole.slice(0, 50),
        argsBytes: whole.length,
        hasResult: true,
      },
      { body },
    )
    click(row.article, 'a.go')
    await vi.waitFor(() => expect(row.article.querySelector('.add .text')?.textContent).toBe('n'.repeat(200)))
    expect(body).toHaveBeenCalledTimes(1)
  })
  test('with a long result shows its ends and offers the rest', async () => {
    const result = Array.from({ length: 100 }, (_, i) => `line ${i}`).join('\n')
    const row = show({ ...call, hasResult: true, result, resultBytes: result.length })
    click(row.article, 'go test')
    expect(row.text()).toContain('line 23 Show 64 more lines line 88')
    click(row.article, 'Show 64')
    expect(row.text()).toContain('line 50')
    const body = vi.fn(() =>
      Promise.resolve({
        text: result,
        numbers: [1],
        totalPieces: 100,
        totalLines: 100,
        totalBytes: 1_234_567,
      }),
    )
    const cut = show(
      { ...call, hasResult: true, result, resultTail: 'the end', resultBytes: 1_234_567 },
      { body },
    )
    click(cut.article, 'go test')
    expect(cut.text()).toContain('Show all 1.2 MB the end')
    click(cut.article, 'Show all')
    await vi.waitFor(() =>
      expect(cut.article.querySelector('.window')?.getAttribute('aria-label')).toBe('result, 100 lines'),
    )
  })
})

describe('what was said', () => {
  test('by the reader stands as it was typed', () => {
    const row = show({ body: '  <b>a</b> & `b`\n\tc', text: 'x', entry: 'p1' })
    expect(row.article.querySelector('.plain')?.textContent).toBe('  <b>a</b> & `b`\n\tc')
    expect(row.name).toBe('Prompt: x')
  })
  test('by the agent is Markdown with its model and cost', () => {
    const row = show({ kind: 'reply', body: '**done**', modelName: 'acme/acme-small', costUsd: 0.02 })
    expect(row.article.querySelector('strong')?.textContent).toBe('done')
    expect(row.text()).toContain('acme-small · $0.02')
  })
  test('in thought is folded to one line', () => {
    const row = show({ kind: 'thinking', body: 'First.\n\nSecond.' })
    expect(row.text()).toBe('Thinking First. Second.')
    click(row.article, 'Thinking')
    expect(row.article.querySelectorAll('p')).toHaveLength(2)
  })
  test('hidden, edited or at a branch point is marked', () => {
    const row = show({
      kind: 'customMessage',
      body: 'note',
      notes: ['hidden in pi, sent to the model'],
      context: 'edited',
      branches: 2,
      orphan: true,
      label: 'good\u202e',
    })
    for (const words of [
      'hidden in pi, sent to the model',
      'edited for the model',
      '2 ways on from here',
      'history before this is missing',
      'good⟨U+202E⟩',
    ]) {
      expect(row.text()).toContain(words)
    }
  })
})

describe('what is out of context', () => {
  test('is marked beside its name, without a line of its own', () => {
    const row = show({ kind: 'prompt', body: 'make it fast', context: 'compacted' })
    expect(row.name).toBe('Prompt, not in context: Do it')
    expect(row.article.querySelector('.out')?.getAttribute('title')).toMatch(/^Not in context: /)
    expect(row.article.querySelector('.remarks')).toBeNull()
    expect(show({ kind: 'prompt', body: 'make it fast' }).article.querySelector('.out')).toBeNull()
  })
})

describe('other records', () => {
  test('of a kind nobody knows show their JSON on request', async () => {
    const raw = '{"type":"mystery","n":1}'
    const row = show(
      { kind: 'unknown', text: 'mystery', body: '' },
      {
        body: () =>
          Promise.resolve({ text: raw, numbers: [1], totalPieces: 1, totalLines: 1, totalBytes: raw.length }),
      },
    )
    expect(row.text()).toBe('Unknown record mystery')
    click(row.article, 'mystery')
    await vi.waitFor(() => expect(row.text()).toContain('type:"mystery"'.replace(':', '')))
  })
  test('that say something are read like any other message', () => {
    const row = show({
      kind: 'unknown',
      role: 'other',
      text: 'Looking <b>around</b>.',
      body: 'Looking <b>around</b>.',
    })
    expect(row.text()).toBe('Looking <b>around</b>. Unknown record')
  })
  test('of a compaction are a rule with its summary below', () => {
    const row = show({ kind: 'compaction', target: 'compacted 180k → 22k', body: 'We **did** it.' })
    expect(row.text()).toContain('compacted 180k → 22k')
    click(row.article, 'compacted')
    expect(row.article.querySelector('strong')?.textContent).toBe('did')
  })
})

test('a row that is pointed at is selected', () => {
  const row = show({ ...call, entry: 'c7' })
  row.article.click()
  flushSync()
  expect([row.session.selected, row.session.pane, row.session.reveal.from]).toEqual([
    'c7',
    'timeline',
    'timeline',
  ])
  expect(row.article.getAttribute('aria-current')).toBe('true')
})
