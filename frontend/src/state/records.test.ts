import { expect, test } from 'vitest'
import type { Api } from '../api/api'
import { ApiError } from '../api/errors'
import { aSession, fakeApi } from '../api/fake'
import { Records } from './records.svelte'
import { OpenSession } from './session.svelte'

const settle = () => new Promise((done) => setTimeout(done))

/** Records of branches whose questions are answered by hand: record n is of entry en and tells of which branch it is. */
function records(length: number) {
  const branch = { length }
  const asked: { from: number; at: string; answer: (most?: number) => void; refuse: () => void }[] = []
  const api = fakeApi({
    records: ({ leaf, from, count, at = '' }) =>
      new Promise<Awaited<ReturnType<Api['records']>>>((done, failed) => {
        const total = branch.length
        const place = at === '' ? -1 : Number(at.slice(1))
        const first = place < 0 ? from : Math.max(0, place - 50)
        const record = (index: number) => ({
          index,
          entry: `e${index}`,
          row: index,
          kind: 'prompt',
          role: 'user',
          text: `of ${leaf}, ${total} long`,
          atMs: 0,
          line: index + 1,
          bytes: 10,
        })
        asked.push({
          from: first,
          at,
          answer: (most = count) => {
            const many = Math.max(0, Math.min(most, count, total - first))
            const records = Array.from({ length: many }, (_, i) => record(first + i))
            done({ revision: 1, total, at: place < total ? place : -1, records })
          },
          refuse: () => failed(new ApiError('stale', 'changed')),
        })
      }),
  })
  const session = new OpenSession(api, aSession({ leaf: 'a', suggestedLeaf: 'a' }))
  const list = new Records(api, session, () => undefined)
  let answered = 0
  /** Answers every question, also those that come of it; of questions without an end the first ones. */
  const answerAll = async (most?: number) => {
    for (; answered < Math.min(asked.length, 1000); answered++) {
      asked[answered]?.answer(most)
      await settle()
    }
  }
  return { list, session, branch, asked, answerAll }
}

test('records begin at an entry, and those in view come, however few an answer holds', async () => {
  const { list, asked, answerAll } = records(1000)
  void list.begin('e430', 12)
  await answerAll()
  expect([list.total, list.cursor, list.target]).toEqual([1000, 430, { index: 430, px: 12 }])
  expect(asked).toHaveLength(1)
  list.want(420, 520)
  await answerAll(30)
  expect([list.at(420)?.entry, list.at(519)?.entry, list.at(699)?.entry]).toEqual(['e420', 'e519', 'e699'])
})

test('an answer about an earlier branch moves nothing, whenever it comes', async () => {
  const { list, session, asked } = records(300)
  const first = list.begin('e10')
  session.leaf = 'b'
  const second = list.begin('e200')
  asked[1]?.answer()
  await second
  asked[0]?.answer()
  await first
  expect([list.cursor, list.target]).toEqual([200, { index: 200, px: 0 }])
  expect([list.at(200)?.text, list.at(10)]).toEqual(['of b, 300 long', undefined])
})

test('a branch that grew is asked for where it is on screen; what is here stays until then', async () => {
  const { list, branch, answerAll } = records(240)
  void list.begin('e230')
  await answerAll()
  list.want(225, 240)
  await answerAll()
  branch.length = 260
  void list.refresh()
  expect(list.at(230)?.text).toBe('of a, 240 long')
  await answerAll()
  expect([list.total, list.at(230)?.text, list.at(259)?.text]).toEqual([
    260,
    'of a, 260 long',
    'of a, 260 long',
  ])
})

test('when the branch grows while records are on their way, what comes late is let go', async () => {
  const { list, branch, asked, answerAll } = records(100)
  void list.begin('')
  await answerAll()
  list.want(0, 20)
  void list.refresh()
  const late = asked.at(-1)
  branch.length = 150
  void list.refresh()
  late?.answer()
  await settle()
  expect([list.total, list.at(3)?.text]).toEqual([100, 'of a, 100 long'])
  await answerAll()
  expect([list.total, list.at(3)?.text]).toEqual([150, 'of a, 150 long'])
})

test('the record of an entry is gone to although the branch grows meanwhile', async () => {
  const { list, answerAll } = records(300)
  void list.begin('')
  await answerAll()
  list.want(0, 20)
  const going = list.goTo('e250')
  void list.refresh()
  await answerAll()
  expect([await going, list.cursor]).toEqual([true, 250])
  expect(list.target).toEqual({ index: 250, align: 'nearest' })
})

test('a failure is told, no more are asked for until the reader wishes it, and then all in view come', async () => {
  const { list, asked, answerAll } = records(250)
  const begun = list.begin('e120')
  asked[0]?.refuse()
  await begun
  expect([list.failed?.kind, list.total]).toEqual(['stale', 0])
  list.retry()
  await answerAll()
  expect([list.failed?.kind, list.total, list.at(20)?.entry]).toEqual([undefined, 250, 'e20'])
  list.want(150, 180)
  asked.at(-1)?.refuse()
  await settle()
  expect(list.failed?.kind).toBe('stale')
  list.retry()
  await answerAll()
  expect([list.failed?.kind, list.at(150)?.entry, list.at(249)?.entry]).toEqual([undefined, 'e150', 'e249'])
})

test('a page of which fewer records come than there are is not asked for again and again', async () => {
  const { list, branch, asked, answerAll } = records(300)
  void list.begin('')
  await answerAll()
  branch.length = 110
  list.want(150, 180)
  await answerAll()
  expect(asked.length).toBeLessThan(6)
  expect(list.at(105)?.entry).toBe('e105')
})

test('of very many records those read last are kept', async () => {
  const { list, asked, answerAll } = records(9000)
  void list.begin('')
  await answerAll()
  for (let page = 0; page < 70; page++) {
    list.want(page * 100, page * 100 + 30)
    await answerAll()
  }
  expect([list.at(6950)?.entry, list.at(5000)?.entry, list.at(50)]).toEqual(['e6950', 'e5000', undefined])
  const before = asked.length
  list.want(0, 30)
  expect(asked.slice(before).map(({ from }) => from)).toContain(0)
})

test('where the reader went last counts, whichever answer comes last', async () => {
  const { list, asked, answerAll } = records(1000)
  /** Answers what is asked by now, the last question first. */
  const backwards = async (begun: number) => {
    for (const question of asked.slice(begun).toReversed()) {
      question.answer()
      await settle()
    }
    await answerAll()
  }
  void list.begin('e10')
  list.step(1) // there is nothing to step over yet
  await answerAll()
  expect(list.cursor).toBe(10)
  let n = asked.length
  void list.goTo('e20')
  void list.goTo('e400')
  await backwards(n)
  expect([list.cursor, list.target]).toEqual([400, { index: 400, align: 'nearest' }])
  void list.goTo('e20')
  list.step(1)
  await answerAll()
  expect(list.cursor).toBe(401)
  n = asked.length
  void list.open('e30', true)
  void list.goTo('e500')
  await backwards(n)
  expect([list.cursor, list.isOpen(30), list.isOpen(500)]).toEqual([500, false, false])
  void list.open('e20', false)
  await answerAll()
  expect([list.cursor, list.isOpen(20)]).toEqual([20, true])
})
