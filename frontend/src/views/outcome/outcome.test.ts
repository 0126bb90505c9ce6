// @vitest-environment jsdom
import { flushSync, mount, unmount } from 'svelte'
import { afterEach, describe, expect, test, vi } from 'vitest'
import type { Api } from '../../api/api'
import { aFamily, aNode, anOutcome, aSession, fakeApi } from '../../api/fake'
import { OpenSession } from '../../state/session.svelte'
import OutcomeCard from './OutcomeCard.svelte'

let undo: (() => void)[] = []
afterEach(() => {
  for (const act of undo) act()
  undo = []
  document.body.innerHTML = ''
})

async function show(outcome: Api['outcome'], given: Partial<Api> = {}, format = 'pi') {
  const session = new OpenSession(fakeApi({ outcome, ...given }), aSession({ format }))
  const onopen = vi.fn()
  const onfamily = vi.fn()
  const onchanges = vi.fn()
  const target = document.createElement('div')
  document.body.append(target)
  const instance = mount(OutcomeCard, {
    target,
    props: { session, onopen, onfamily, onchanges },
  })
  undo.push(() => void unmount(instance))
  await vi.waitFor(() => expect(target.querySelector('[aria-busy=false]')).not.toBeNull())
  flushSync()
  return { session, target, onopen, onfamily, onchanges, text: () => target.textContent.replace(/\s+/g, ' ') }
}

const button = (el: HTMLElement, words: string) =>
  [...el.querySelectorAll('button')].find((b) => b.textContent.includes(words))
const totals = anOutcome().totals

describe('the outcome card', () => {
  test('says how many calls there were, and what else a run counted', async () => {
    const all = { ...totals, toolCalls: 1200 }
    const counters = ['40 rounds', '1199 tool calls by the count of its result']
    const card = await show(() => Promise.resolve(anOutcome({ totals: all, fileTotals: all, counters })))
    for (const words of ['1,200 tool calls', ...counters]) expect(card.text()).toContain(words)
  })
  test('calls a tool without a name as the timeline does', async () => {
    const tools = [{ name: '', calls: 2, errors: 1 }]
    const failed = [{ entry: 'e1', tool: '', target: '' }]
    const card = await show(() => Promise.resolve(anOutcome({ tools, failed })))
    expect(card.text()).toContain('call ×2')
    expect(card.target.querySelector('.calls')?.textContent).toMatch(/\bcall\b/u)
  })
  test('says in words how it ended, with the evidence and where', async () => {
    const card = await show(() =>
      Promise.resolve(
        anOutcome({
          state: 'error',
          headline: 'Stopped by an error of the provider (HTTP 529)',
          message: 'Last **words**',
          error: 'Overloaded',
          status: 529,
          stoppedAt: 'e9',
          evidence: [{ entry: 'e8', label: 'response body', text: '{"type":"error"}' }],
          warnings: ['the file ends inside a record'],
        }),
      ),
    )
    expect(card.target.querySelector('h2')?.textContent).toBe(
      'Stopped by an error of the provider (HTTP 529)',
    )
    expect(card.text()).not.toContain('HTTP status')
    for (const words of ['Overloaded', '{"type":"error"}', 'the file ends inside a record'])
      expect(card.text()).toContain(words)
    expect(card.target.querySelector('strong')?.textContent).toBe('words')
    button(card.target, 'Where it stopped')?.click()
    expect(card.session.selected).toBe('e9')
    card.target.querySelector<HTMLElement>('[aria-label="Show entry: response body"]')?.click()
    expect(card.session.selected).toBe('e8')
  })

  test('says of a service what it answered, and the answer itself on request', async () => {
    const error = '529 {"type":"error","error":{"message":"Overloaded"}}'
    const card = await show(() => Promise.resolve(anOutcome({ state: 'error', error, status: 529 })))
    expect(card.target.querySelector('.evidence')?.textContent).toContain('HTTP status')
    expect(card.target.querySelector('.text')?.textContent).toBe('Overloaded')
    button(card.target, 'As it was answered')?.click()
    flushSync()
    expect(card.target.querySelector('.text')?.textContent).toBe(error)
  })
  test('lays out the body of an answer without changing its numbers', async () => {
    const text = `{"request":12345678901234567890,"words":"${'x'.repeat(80)}"}`
    const card = await show(() =>
      Promise.resolve(anOutcome({ state: 'error', evidence: [{ entry: '', label: 'response body', text }] })),
    )
    button(card.target, 'Show')?.click()
    flushSync()
    expect(card.target.querySelector('.body')?.textContent).toContain('"request": 12345678901234567890,\n')
  })
  test('begins with what was asked, and leaves out what says nothing more', async () => {
    const evidence = [{ entry: 'e8', label: 'stop reason', text: 'stop' }]
    const card = await show(() =>
      Promise.resolve(
        anOutcome({
          state: 'finished',
          asked: 'About pears',
          evidence,
          branches: 3,
          totals,
          fileTotals: totals,
        }),
      ),
    )
    expect(card.target.querySelector('.folded')?.textContent).toMatch(/Asked\s*About pears/u)
    expect(card.text()).not.toContain('stop reason')
    expect(card.text()).not.toContain('Whole file')
  })
  test('says what each number counts', async () => {
    const card = await show(() =>
      Promise.resolve(
        anOutcome({
          branches: 3,
          totals: { ...totals, toolCalls: 4, costUsd: 0.5 },
          fileTotals: { ...totals, toolCalls: 9, costUsd: 2 },
        }),
      ),
    )
    expect([...card.target.querySelectorAll('thead th')].map((th) => th.textContent)).toEqual([
      'What is counted',
      'This branch',
      'Whole file',
    ])
    const rows = [...card.target.querySelectorAll('tbody tr')].map((tr) =>
      [...tr.children].map((c) => c.textContent),
    )
    expect(rows).toEqual([
      ['Cost', '$0.50', '$2.00'],
      ['Tool calls', '4', '9'],
      ['Failed calls', '0', '0'],
    ])
  })

  test('says what each error was, so that their number is that of the timeline', async () => {
    const faults = { calls: 3, commands: 1, replies: 1, inherited: 0 }
    const card = await show(() => Promise.resolve(anOutcome({ totals: { ...totals, errors: 3 }, faults })))
    expect([...card.target.querySelectorAll('.glance .errors')].map((part) => part.textContent)).toEqual([
      '3 failed calls',
      '1 failed $ command',
      '1 error reply',
    ])
  })

  test('folds files after six and goes to where each was touched', async () => {
    const files = Array.from({ length: 9 }, (_, i) => ({
      path: `f${i}.go`,
      edits: i === 0 ? 3 : i === 1 ? 1 : 0,
      reads: 1,
      failedEdits: i === 0 ? 2 : i === 1 ? 1 : 0,
      failed: i === 1,
      entry: `e${i}`,
    }))
    const card = await show(() => Promise.resolve(anOutcome({ files, filesTotal: 300, filesEdited: 9 })))
    expect(card.target.querySelectorAll('.files li')).toHaveLength(6)
    expect(card.text()).toContain('1 edit, 2 failed, 1 read')
    expect(card.text()).toContain('1 edit failed, 1 read')
    button(card.target, '294 more files')?.click()
    flushSync()
    expect(card.target.querySelectorAll('.files li')).toHaveLength(9)
    expect(card.text()).toContain('and 291 more files, which are not named here')
    button(card.target, 'f8.go')?.click()
    expect(card.session.selected).toBe('e8')
  })

  test('shows a long answer of the provider on request, laid out', async () => {
    const body = JSON.stringify({ type: 'error', message: 'The budget is used up. '.repeat(8) })
    const evidence = [{ entry: '', label: 'earlier provider failure: response body', text: body }]
    const card = await show(() => Promise.resolve(anOutcome({ state: 'cancelled', evidence })))
    expect(card.text()).toContain('earlier provider failure: response body')
    expect(card.text()).not.toContain('The budget')
    button(card.target, 'Show ')?.click()
    flushSync()
    expect(card.target.querySelector('.evidence')?.textContent).toContain('{\n  "type": "error",')
  })

  test('says what to do next and which calls failed, the same one once', async () => {
    const call = (entry: string, target: string) => ({ entry, tool: 'shell', target })
    const failed = [call('L4', 'make'), call('L8', 'go test'), call('L9', 'go test')]
    const card = await show(() => Promise.resolve(anOutcome({ failed, next: 'resume it' })))
    expect(card.text()).toContain('Next resume it')
    expect([...card.target.querySelectorAll('.calls li')].map((li) => li.textContent.trim())).toEqual([
      'shell go test ×2',
      'shell make',
    ])
    button(card.target, 'go test')?.click()
    expect(card.session.selected).toBe('L9')
  })

  test('names the runs before and after, and the attempts at the task', async () => {
    const nodes = [
      aNode({ path: '', id: 'one', missing: true }),
      aNode({ path: '/two', id: 'two', parent: 0, outcome: 'interrupted' }),
      aNode({ path: '/three.jsonl', id: 'three', parent: 1, outcome: 'stuck' }),
      aNode({ path: '/four', id: 'four', chain: 1 }),
    ]
    const family = () => Promise.resolve(aFamily(nodes, { self: 1 }))
    const card = await show(() => Promise.resolve(anOutcome()), { family }, 'runlog')
    await vi.waitFor(() => expect(card.text()).toContain('Continued from one, which is not in this folder'))
    expect(card.text()).toContain('Continued by three Stuck')
    expect(card.text()).toContain('2 attempts at this task, 3 runs')
    button(card.target, 'three')?.click()
    expect(card.onopen).toHaveBeenCalledWith(nodes[2])
    button(card.target, '2 attempts')?.click()
    expect(card.onfamily).toHaveBeenCalledOnce()
  })

  test('says nothing of a family where there is none', async () => {
    const family = () => Promise.resolve(aFamily([aNode()]))
    const card = await show(() => Promise.resolve(anOutcome()), { family })
    await vi.waitFor(() => expect(card.session.family.alone).toBe(true))
    flushSync()
    expect(card.target.querySelector('[aria-label=Family]')).toBeNull()
  })

  test('says when it cannot be told, and tries again', async () => {
    let fails = true
    const card = await show(() =>
      fails ? Promise.reject(new Error('file is gone')) : Promise.resolve(anOutcome()),
    )
    expect(card.target.querySelector('[role=alert]')?.textContent).toContain('file is gone')
    fails = false
    button(card.target, 'Try again')?.click()
    await vi.waitFor(() => expect(card.target.querySelector('h2')?.textContent).toBe('Finished'))
  })
})
