import fc from 'fast-check'
import { expect, test } from 'vitest'
import { pageRows } from '../lib/rowPages'
import { Paged, type Run } from './paged.svelte'

interface Question {
  from: number
  count: number
  answer: (run: Run<string>) => void
  refuse: (cause: unknown) => void
}

/** A list whose questions the test answers when and as it likes. */
function listOf(total: number) {
  const open: Question[] = []
  let asked = 0
  const list = new Paged<string>(
    (from, count) =>
      new Promise((answer, refuse) => {
        asked++
        open.push({ from, count, answer, refuse })
      }),
    () => total,
  )
  const rows = (from: number, count: number, of = 'row') =>
    Array.from({ length: Math.min(count, total - from) }, (_, i) => `${of} ${from + i}`)
  return { list, open, rows, asked: () => asked }
}

const settled = () => new Promise<void>((done) => setTimeout(done))

test('brings every wanted row, however few an answer holds and in whatever order answers come', async () => {
  const shape = fc.record({
    total: fc.integer({ min: 1, max: 450 }),
    from: fc.nat(449),
    answers: fc.array(fc.record({ first: fc.boolean(), rows: fc.integer({ min: 1, max: 120 }) })),
  })
  await fc.assert(
    fc.asyncProperty(shape, async ({ total, from, answers }) => {
      const { list, open, rows } = listOf(total)
      const to = Math.min(total, from + 60)
      list.want(from, to, 1)
      for (let n = 0; open.length > 0; n++) {
        const how = answers[n % Math.max(1, answers.length)] ?? { first: true, rows: pageRows }
        const question = how.first ? open.shift() : open.pop()
        question?.answer({
          from: question.from,
          rows: rows(question.from, Math.min(question.count, how.rows)),
        })
        await settled()
      }
      for (let row = from; row < to; row++) expect(list.at(row)).toBe(`row ${row}`)
    }),
    { numRuns: 60 },
  )
})

test('lets go of answers about an earlier list', async () => {
  const { list, open, rows } = listOf(50)
  list.wantPages([0])
  list.begin()
  const [earlier, later] = open
  earlier?.answer({ from: 0, rows: rows(0, 50, 'earlier') })
  await settled()
  expect(list.at(0)).toBeUndefined()
  later?.answer({ from: 0, rows: rows(0, 50) })
  await settled()
  expect(list.at(49)).toBe('row 49')
})

test('shows what was here until newer rows have come', async () => {
  const { list, open, rows } = listOf(250)
  list.begin({ from: 0, rows: rows(0, 100, 'old') })
  list.wantPages([0])
  expect(open).toHaveLength(0)
  list.renew()
  expect(list.at(7)).toBe('old 7')
  open[0]?.answer({ from: 0, rows: rows(0, 100) })
  await settled()
  expect(list.at(7)).toBe('row 7')
  expect(open).toHaveLength(1)
})

test('asks no more for a page of which nothing comes, until the list changes', async () => {
  const { list, open, asked } = listOf(250)
  list.wantPages([1])
  open[0]?.answer({ from: 100, rows: [] })
  await settled()
  expect(asked()).toBe(1)
  list.renew()
  expect(asked()).toBe(2)
})

test('says why rows cannot be had, and asks on when the list begins anew', async () => {
  const { list, open, asked } = listOf(250)
  list.wantPages([0, 1, 2])
  open[0]?.refuse(new Error('the disk is gone'))
  await settled()
  expect(list.failed?.message).toBe('the disk is gone')
  expect(asked()).toBe(2)
  list.begin()
  expect(list.failed).toBeUndefined()
  expect(asked()).toBe(4)
})
