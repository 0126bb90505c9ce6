import { expect, test } from 'vitest'
import {
  about,
  leftWords,
  seenRemark,
  shareName,
  speaker,
  tokenWords,
  widths,
  type SeenFacts,
} from './seenWords'

const facts = (given: Partial<SeenFacts> = {}): SeenFacts => ({
  role: 'prompt',
  tool: '',
  why: '',
  byMs: 0,
  count: 0,
  unsent: false,
  ...given,
})
const at = new Date(2026, 4, 4, 14, 2).getTime()

test('says who speaks in the words of the timeline', () => {
  expect(speaker(facts(), 'pi')).toBe('You')
  expect(speaker(facts({ role: 'reply' }), 'pi')).toBe('pi')
  expect(speaker(facts({ role: 'result', tool: 'bash' }), 'pi')).toBe('bash')
  expect(speaker(facts({ role: 'result' }), 'pi')).toBe('Result')
  expect(speaker(facts({ role: 'oracle' }), 'pi')).toBe('Other')
  expect(shareName('call')).toBe('Tool calls')
  expect(shareName('oracle')).toBe('Other')
})

test('says of what was left out how much it is, why and when', () => {
  expect(leftWords(facts({ why: 'compacted', count: 212, byMs: at }))).toBe(
    '212 entries replaced by the compaction at 14:02',
  )
  expect(leftWords(facts({ why: 'removed', count: 1, byMs: at }))).toBe(
    '1 message taken out by an edit at 14:02',
  )
  expect(leftWords(facts({ why: 'reset', count: 2 }))).toBe(
    '2 entries from before the conversation was begun anew',
  )
  expect(leftWords(facts({ why: 'unsent', count: 1 }))).toBe('1 entry with nothing to send')
})

test('remarks on a message only where there is something to say', () => {
  expect(seenRemark(facts(), false)).toBeUndefined()
  expect(seenRemark(facts({ unsent: true, why: 'edited' }), false)?.text).toBe('not sent')
  expect(seenRemark(facts({ why: 'edited' }), false)?.title).toMatch(/saw these words/u)
  expect(seenRemark(facts({ why: 'edited' }), true)?.title).toMatch(/gave it other words/u)
  for (const why of ['kept', 'compacted', 'removed', 'elsewhere', 'reset', 'unsent'])
    expect(seenRemark(facts({ why }), true)?.text).not.toBe('')
})

test('marks what is estimated', () => {
  expect(about(0)).toBe('')
  expect(about(22_000)).toBe('~22k')
  expect(tokenWords({ total: 900, recorded: 0, estimate: 900 })).toEqual({
    text: '~900 tokens',
    how: 'estimated: a quarter of the characters',
  })
  expect(tokenWords({ total: 22_104, recorded: 22_104, estimate: 18_000 })).toEqual({
    text: '22k tokens',
    how: '22,104 recorded with a reply; by its characters it would be ~18k',
  })
  expect(tokenWords({ total: 900, recorded: 800, estimate: 700 })).toEqual({
    text: '~900 tokens',
    how: '800 recorded with a reply, what came after it estimated',
  })
})

test('gives every part a width that can be seen, and all of them the whole', () => {
  const wide = widths([1, 99_999, 0])
  expect(wide[0]).toBeGreaterThan(0.5)
  expect(wide[2]).toBe(0)
  expect(wide.reduce((a, b) => a + b, 0)).toBeCloseTo(100)
  expect(widths([0, 0])).toEqual([0, 0])
})
