import { describe, expect, test } from 'vitest'
import {
  callArgs,
  firstLine,
  searchWords,
  callState,
  calledWith,
  failureLine,
  remarks,
  outWhy,
  rowName,
  runWord,
  tookWords,
  type RowFacts,
} from './rowWords'

function row(facts: Partial<RowFacts>): RowFacts {
  return {
    kind: 'call',
    tool: 'bash',
    target: 'go test ./...',
    text: '',
    isError: false,
    hasResult: true,
    exitCode: undefined,
    atMs: 1000,
    endMs: 2200,
    context: '',
    orphan: false,
    inherited: false,
    replaced: false,
    replacedMs: 0,
    provisional: false,
    images: [],
    ...facts,
  }
}

describe('a call', () => {
  test.each([
    [row({}), 'ok'],
    [row({ isError: true }), 'failed'],
    [row({ isError: true, exitCode: 2 }), 'exit 2'],
    [row({ exitCode: 1 }), 'exit 1'],
    [row({ hasResult: false }), 'no result'],
  ])('says how it ended', (facts, word) => {
    expect(callState(facts).word).toBe(word)
  })
  test('that its run waits for is running', () => {
    expect(callState(row({ hasResult: false }), true).word).toBe('running')
    expect(callState(row({}), true).word).toBe('ok')
    expect(rowName(row({ hasResult: false }), 1, '', true)).toBe('bash, running: go test ./...')
  })
  test('says how long it took, when that is known', () => {
    expect([tookWords(row({})), tookWords(row({ endMs: 0 })), tookWords(row({ endMs: 1000 }))]).toEqual([
      '1.2 s',
      '',
      '',
    ])
  })
  test('shows the arguments of the tools we know', () => {
    expect(callArgs('bash', '{"command":"ls","timeout":5}')).toEqual({
      kind: 'command',
      command: 'ls',
      extra: 'timeout 5 s',
    })
    expect(callArgs('read', '{"file_path":"a","offset":3,"limit":4}')).toEqual({
      kind: 'read',
      path: 'a',
      range: 'lines 3 to 6',
    })
    expect(callArgs('read', '{"path":"a","startLine":2,"endLine":9}')).toMatchObject({
      range: 'lines 2 to 9',
    })
    expect(callArgs('read', '{"path":"a"}')).toEqual({ kind: 'read', path: 'a', range: '' })
    expect(callArgs('write', '{"path":"a","content":""}')).toEqual({ kind: 'write', path: 'a', content: '' })
    expect(callArgs('edit', '{"path":"a","oldText":"x"}')).toEqual({ kind: 'edit', path: 'a' })
  })
  test.each(['', '[]', '{"command":1}', '{"command":"cut'])(
    'shows other arguments as they stand: %j',
    (args) => {
      expect(callArgs('bash', args)).toEqual({ kind: 'other' })
    },
  )
})

describe('a row', () => {
  test('has a name for screen readers', () => {
    expect(rowName(row({ kind: 'prompt', text: 'make it\nfast' }), 12)).toBe('Prompt, turn 12: make it fast')
    expect(rowName(row({ isError: true }), 1)).toBe('bash, failed: go test ./...')
    expect(rowName(row({ kind: 'thinking', text: '' }), 1)).toBe('Thinking')
    expect(rowName(row({ kind: 'system', text: 'Be kind.' }), 1)).toBe('System prompt: Be kind.')
    expect(rowName(row({ kind: 'system', text: '!NB: conclude' }), 1)).toBe('Nudge: !NB: conclude')
    expect(rowName(row({ kind: 'prompt', text: 'Go' }), 1, 'Start')).toBe('Start, turn 1: Go')
  })
  test('of a run is called what it is there', () => {
    const first = { parent: '', carriedRows: 0 }
    const resumed = { parent: 'before', carriedRows: 3 }
    const word = (facts: Partial<RowFacts>, index: number, run: typeof first) =>
      runWord({ ...row(facts), index }, run)
    expect(word({ kind: 'prompt' }, 0, first)).toBe('Start')
    expect(word({ kind: 'prompt' }, 3, resumed)).toBe('Resume')
    expect(word({ kind: 'prompt' }, 8, resumed)).toBe('')
    expect(word({ kind: 'prompt', inherited: true }, 0, resumed)).toBe('')
    expect(word({ kind: 'customMessage' }, 5, first)).toBe('Images')
    expect(word({ kind: 'reply' }, 0, first)).toBe('')
  })
  test('tells why it is not in context, and since when where a run has left it out', () => {
    const replacedMs = new Date(2026, 4, 4, 9, 0, 5).getTime()
    expect(outWhy(row({ replaced: true, replacedMs }))).toMatch(/^Not in context since 09:00:05: /)
    expect(outWhy(row({ replaced: true }))).toMatch(/^Not in context: /)
    expect(outWhy(row({ context: 'compacted' }))).toMatch(/^Not in context: .* summary/)
    expect(outWhy(row({ replacedMs }))).toBe('')
  })
  test('says what the model saw of it', () => {
    expect(remarks(row({ context: 'edited' })).map((r) => r.text)).toEqual(['edited for the model'])
    expect(remarks(row({ context: 'removed', orphan: true })).map((r) => r.text)).toEqual([
      'history before this is missing',
      'left out for the model',
    ])
    expect(remarks(row({}))).toEqual([])
  })
  test('leaves what holds for a whole stretch to the mark beside each row', () => {
    const told = (facts: Partial<RowFacts>) => remarks(row(facts)).map((r) => r.text)
    expect(told({ kind: 'prompt', context: 'compacted' })).toEqual([])
    expect(told({ kind: 'prompt', replaced: true, inherited: true })).toEqual(['from the earlier run'])
    expect(told({ kind: 'reply', inherited: true })).toEqual([])
  })
})

test.each([
  [
    'grep',
    '{"pattern":"todo","path":"src","glob":"*.go","ignoreCase":true}',
    '/todo/ in src, *.go, any case',
  ],
  ['grep', '{"pattern":"a.b","literal":true,"limit":50}', 'a.b, 50 at most'],
  ['find', '{"pattern":"*.ts","path":"src"}', '*.ts in src'],
  ['ls', '{"path":"src"}', 'src'],
  ['ls', '{}', ''],
  ['grep', '{"pattern":"x","unheard":1}', null],
  ['deploy', '{"path":"src"}', null],
])('says what %s %s looks for', (tool, args, words) => {
  expect(searchWords(tool, args)).toBe(words)
})

test('numbers the lines of a file from the first that was read', () => {
  expect(['{}', '{"offset":40}', '{"startLine":3,"endLine":9}', '{"offset":-1}', 'x'].map(firstLine)).toEqual(
    [1, 40, 3, 1, 1],
  )
})

test('a failed command says its last line that tells what failed, not that something before it went well', () => {
  const output =
    'ok src 0.01s\n--- FAIL: TestWidth (0.00s)\nFAIL\tstyles\t0.2s\nok last 0.1s\n\nCommand exited with code 1'
  expect(failureLine('bash', output)).toBe('--- FAIL: TestWidth (0.00s)')
  expect(failureLine('shell', 'FAIL pkg\n[exit: exit status 1]')).toBe('FAIL pkg')
  expect(failureLine('bash', 'ok src 0.01s\n\nCommand exited with code 1')).toBe('')
  expect(failureLine('bash', 'one\ntwo\n')).toBe('two')
  expect(failureLine('bash', '3 passed, 0 failed\nmake: *** No rule')).toBe('make: *** No rule')
  expect(failureLine('read', '\nENOENT: no such file\nat open')).toBe('ENOENT: no such file')
})

test('a failed command says the status that its tool wrote below its output', () => {
  const failed = (result: string, tool = 'bash') =>
    callState(row({ kind: 'call', tool, isError: true, hasResult: true, result })).word
  expect(failed('ok\n\nCommand exited with code 2')).toBe('exit 2')
  expect(failed('FAIL pkg\n[exit: exit status 1]', 'shell')).toBe('exit 1')
  expect(failed('code 7 is wrong')).toBe('failed')
  expect(failed('exited with code 2', 'read')).toBe('failed')
})

test('a call says what it searches for, its target, else its first argument, on its line and to those who hear it', () => {
  expect(calledWith({ tool: 'grep', target: 'src', args: '{"pattern":"cache","path":"src"}' })).toBe(
    '/cache/ in src',
  )
  expect(calledWith({ tool: 'bash', target: 'make', args: '{"command":"make"}' })).toBe('make')
  expect(calledWith({ tool: 'weigh', target: '', args: '{"basket":{"pears":3},"on":1}' })).toBe(
    'basket: {"pears":3}',
  )
  expect(calledWith({ tool: 'weigh', target: '', args: '{"2":12345678901234567890,"1":0}' })).toBe(
    '2: 12345678901234567890',
  )
  expect(calledWith({ tool: 'read', target: '', args: '"just  text"' })).toBe('just  text')
  expect(calledWith({ tool: 'read', target: '', args: '[1.0,2]' })).toBe('[1.0,2]')
  expect(calledWith({ tool: 'read', target: '', args: '{}' })).toBe('')
  expect(calledWith({ tool: 'weigh', target: '', args: 'broken' })).toBe('')
  const grep = row({
    kind: 'call',
    tool: 'grep',
    target: 'src',
    args: '{"pattern":"cache","path":"src"}',
    hasResult: true,
  })
  expect(rowName(grep, 1)).toBe('grep, ok: /cache/ in src')
})
