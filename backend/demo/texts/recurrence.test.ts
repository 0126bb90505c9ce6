import { expect, test } from 'vitest'
import { next } from '../src/recurrence.js'

const start = '2028-01-12T09:00:00Z'
const standup = { id: 'r1', text: 'Stand-up', due: start, start, sent: 1 }

test('a weekly reminder keeps its weekday', () => {
  expect(next({ ...standup, every: 'week' }).toISOString()).toBe('2028-01-19T09:00:00.000Z')
})

test('a monthly reminder keeps its day', () => {
  expect(next({ ...standup, every: 'month' }).toISOString()).toBe('2028-02-12T09:00:00.000Z')
})
