import { describe, expect, test } from 'vitest'
import { ApiError } from '../api/errors'
import { aRow, aRows } from '../api/fake'
import type { RowsAnswer } from '../api/types'
import { Rows } from './rows.svelte'

const settle = () => new Promise((done) => setTimeout(done))

/** A branch of rows whose answers are given by hand; an answer holds at most 60 rows. */
function branch(total: number) {
  const asked: {
    from: number
    count: number
    answer: (mark?: string) => void
    nothing: () => void
    refuse: () => void
  }[] = []
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
          nothing: () => done(aRows({ total, from })),
          refuse: () => failed(new ApiError('stale', 'changed')),
        })
      }),
  )
  let answered = 0
  /** Answers every question, also those that come of it; of questions without an end the first ones. */
  const answerAll = async () => {
    for (; answered < Math.min(asked.length, 1000); answered++) {
      asked[answered]?.answer()
      await settle()
    }
  }
  return { rows, asked, answerAll, froms: () => asked.map((a) => a.from) }
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
    rows.renew()
    expect(rows.at(3)?.text).toBe('first')
    rows.renew()
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
    expect(rows.failed).toBeUndefined()
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
  rows.renew()
  expect(asked).toHaveLength(2)
})

test('after a failure those that were waited for cannot be had, and asking again brings all that is on screen', async () => {
  const { rows, asked, answerAll } = branch(500)
  rows.total = 500
  rows.want(0, 30, 1)
  const waited = rows.ready(320)
  asked[0]?.refuse()
  await settle()
  expect(await waited).toBeUndefined()
  rows.retry()
  await answerAll()
  expect(rows.failed).toBeFalsy()
  expect([rows.at(0)?.entry, rows.at(99)?.entry, rows.at(199)?.entry]).toEqual(['e0', 'e99', 'e199'])
})

test('when the branch grows while they are on their way, what comes late is let go and they are asked for anew', async () => {
  const { rows, asked, answerAll } = branch(120)
  rows.want(0, 30, 1)
  rows.grew(0)
  let quiet = false
  void rows.quiet().then(() => (quiet = true))
  asked[0]?.answer('late')
  await settle()
  expect([rows.at(0), quiet]).toEqual([undefined, false])
  await answerAll()
  expect([rows.at(0)?.entry, rows.at(99)?.entry, rows.total, quiet]).toEqual(['e0', 'e99', 120, true])
})

test('those that are waited for come although the branch grows meanwhile', async () => {
  const { rows, answerAll } = branch(9_100)
  rows.total = 9_000
  const far = rows.ready(8_950)
  rows.grew(8_000)
  await answerAll()
  expect((await far)?.entry).toBe('e8950')
})

test('of those that are waited for the ones that were wished last come first', async () => {
  const { rows, asked, froms } = branch(10_000)
  rows.total = 10_000
  for (const row of [1_000, 2_000, 3_000, 4_000]) void rows.ready(row)
  asked[0]?.answer()
  await settle()
  expect(froms()).toEqual([1_000, 2_000, 4_000])
})

test('the end of a branch that grew is asked for in one question', async () => {
  const { rows, answerAll, froms } = branch(130)
  rows.take(
    aRows({ total: 120, rows: Array.from({ length: 120 }, (_, i) => aRow({ index: i, entry: `e${i}` })) }),
  )
  rows.want(100, 120, 1)
  rows.grew(110)
  await answerAll()
  expect(froms()).toEqual([119])
  expect([rows.total, rows.at(129)?.entry]).toEqual([130, 'e129'])
})

test('where an entry is found is told although the branch grew meanwhile, but the rows around it are let go', async () => {
  const { rows, asked } = branch(5000)
  rows.total = 5000
  const found = rows.find('e4321')
  rows.renew()
  asked[0]?.answer('late')
  expect(await found).toBe(4321)
  expect(rows.at(4321)).toBeUndefined()
})

test('a page of which nothing comes is not asked for again and again', async () => {
  const { rows, asked, answerAll } = branch(300)
  rows.take(aRows({ total: 300 }))
  rows.want(210, 240, 1)
  for (const { nothing } of asked) nothing()
  await settle()
  expect(asked).toHaveLength(2)
  rows.want(220, 250, 1)
  await answerAll()
  expect(asked).toHaveLength(2)
})

test('nothing is waited for on a branch without rows', async () => {
  const { rows, asked } = branch(0)
  rows.want(0, 10, 1)
  asked[0]?.answer()
  await settle()
  expect(await rows.ready(3)).toBeUndefined()
})

test('of a very long branch the pages read last are kept, and one that went is asked for again', async () => {
  const { rows, asked, answerAll, froms } = branch(10_000)
  rows.total = 10_000
  for (let page = 0; page < 70; page++) {
    rows.want(page * 100, page * 100 + 30, 1)
    await answerAll()
  }
  expect([rows.at(6_950)?.entry, rows.at(5_000)?.entry, rows.at(50)]).toEqual(['e6950', 'e5000', undefined])
  const before = asked.length
  rows.want(5_000, 5_030, -1)
  expect(asked).toHaveLength(before)
  rows.want(0, 30, -1)
  expect(froms().slice(before)).toContain(0)
})
