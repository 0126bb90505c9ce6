import { describe, expect, test } from 'vitest'
import { ApiError } from '../api/errors'
import { aRow, aRows } from '../api/fake'
import type { RowsAnswer } from '../api/types'
import { Rows } from './rows.svelte'

const settle = () => new Promise((done) => setTimeout(done))

/** A branch of rows whose answers are given by hand; an answer holds at most 60 rows. */
function branch(total: number) {
  const asked: { from: number; count: number; answer: (mark?: string) => void; refuse: () => void }[] = []
  const rows = new Rows(
    ({ from, count, at }) =>
      new Promise<RowsAnswer>((done, failed) => {
        asked.push({
          from,
          count,
          answer: (mark = '') => {
            const first = at === '' ? from : Number(at.slice(1))
            const length = Math.max(0, Math.min(count, 60, total - first))
            done(
              aRows({
                total,
                from: first,
                at: at === '' ? -1 : first,
                rows: Array.from({ length }, (_, i) =>
                  aRow({ index: first + i, entry: `e${first + i}`, text: mark }),
                ),
              }),
            )
          },
          refuse: () => failed(new ApiError('stale', 'changed')),
        })
      }),
  )
  return { rows, asked, froms: () => asked.map((a) => a.from) }
}

describe('the rows of a branch', () => {
  test('are asked for in view first, then ahead, then behind, two pages at a time', async () => {
    const { rows, asked, froms } = branch(1000)
    rows.total = 1000
    rows.want(450, 480, 1)
    expect(froms()).toEqual([400, 500])
    asked[0]?.answer()
    await settle()
    expect(froms()).toEqual([400, 500, 460])
    asked[2]?.answer()
    await settle()
    expect(froms()).toEqual([400, 500, 460, 300])
    expect(rows.at(455)?.entry).toBe('e455')
  })

  test('that are waited for are asked for although others are on screen meanwhile', async () => {
    const { rows, asked, froms } = branch(10_000)
    rows.total = 10_000
    rows.want(100, 130, 1)
    const far = rows.ready(9000)
    rows.want(110, 140, 1)
    asked[0]?.answer()
    await settle()
    asked[2]?.answer()
    await settle()
    expect(froms()).toEqual([100, 200, 160, 9000])
    asked.at(-1)?.answer()
    expect((await far)?.entry).toBe('e9000')
  })

  test('of a page that is no longer wanted are not asked for', async () => {
    const { rows, asked, froms } = branch(10_000)
    rows.total = 10_000
    rows.want(0, 30, 1)
    rows.want(5000, 5030, 1)
    asked[0]?.answer()
    await settle()
    // The rest of the first page waits: the reader has gone.
    expect(froms()).toEqual([0, 100, 5000])
  })

  test('of an earlier revision stay until newer ones come, and late answers change nothing', async () => {
    const { rows, asked } = branch(50)
    rows.want(0, 30, 1)
    asked[0]?.answer('first')
    await settle()
    rows.want(0, 30, 1)
    rows.outdate()
    expect(rows.at(3)?.text).toBe('first')
    rows.outdate()
    asked[1]?.answer('late')
    await settle()
    expect(rows.at(3)?.text).toBe('first')
    asked[2]?.answer('newer')
    await settle()
    expect(rows.at(3)?.text).toBe('newer')
  })

  test('that cannot be had say why, once, until they are asked for again', async () => {
    const { rows, asked } = branch(500)
    rows.want(0, 30, 1)
    asked[0]?.refuse()
    await settle()
    expect(rows.failed?.kind).toBe('stale')
    rows.want(0, 40, 1)
    await settle()
    expect(asked).toHaveLength(1)
    rows.retry()
    expect(asked).toHaveLength(2)
    expect(rows.failed).toBeNull()
  })

  test('are found by their entry, on screen or not', async () => {
    const { rows, asked } = branch(5000)
    const far = rows.find('e4321')
    asked[0]?.answer()
    expect(await far).toBe(4321)
    expect(await rows.find('e4330')).toBe(4330)
    expect(asked).toHaveLength(1)
  })

  test('are waited for one by one', async () => {
    const { rows, asked } = branch(200)
    rows.total = 200
    const row = rows.ready(150)
    asked[0]?.answer()
    expect((await row)?.entry).toBe('e150')
    expect(await rows.ready(999)).toBeUndefined()
  })
})

test('of a branch that grew, rows made of events alone are asked for again, wherever they are', async () => {
  const { rows, asked } = branch(300)
  rows.take(
    aRows({
      total: 300,
      rows: Array.from({ length: 300 }, (_, i) => aRow({ index: i, entry: `e${i}`, provisional: i === 130 })),
    }),
  )
  rows.want(100, 140, 1)
  expect(asked).toEqual([])
  rows.grew(290)
  expect(asked.map((a) => a.from)).toEqual([130, 299])
})

test('a branch without rows is asked for once', async () => {
  const { rows, asked } = branch(0)
  rows.want(0, 10, 1)
  asked[0]?.answer()
  await settle()
  rows.want(0, 10, 1)
  await settle()
  expect(asked).toHaveLength(1)
  rows.outdate()
  expect(asked).toHaveLength(2)
})
