import { beforeEach, expect, test } from 'vitest'
import { News } from './news.svelte'

let now = 0
let news: News
/** The view shows rows up to the last one given, of so many. */
const look = (rows: number, last: number, first = Math.max(0, last - 10)) =>
  news.look({ rows, branches: 1, first, last, atEnd: last === rows - 1 })

beforeEach(() => {
  now = 1000
  news = new News(() => now)
  news.begin(50, 1)
  look(50, 10)
})

test('nothing is new of what was there at first', () => {
  expect([news.firstNew, news.stopped, news.following]).toEqual([50, undefined, false])
})

test('a line stands where the reader stopped, and since when', () => {
  now = 2000
  look(50, 49)
  now = 3000
  look(50, 30)
  now = 9000
  look(60, 30)
  look(70, 30)
  expect([news.firstNew, news.stopped]).toEqual([50, { row: 50, sinceMs: 2000 }])
})

test('what came is seen at the end; the line stays until the reader comes back there, and goes out of sight', () => {
  look(60, 30)
  look(60, 59)
  expect([news.firstNew, news.stopped?.row]).toEqual([60, 50])
  look(60, 30)
  expect(news.stopped?.row).toBe(50)
  look(60, 59, 45)
  expect(news.stopped?.row).toBe(50)
  look(60, 59, 51)
  expect(news.stopped).toBeUndefined()
})

test('what comes after the reader has left the end again is below a new line', () => {
  look(60, 30)
  look(60, 59)
  look(60, 30)
  look(65, 30)
  expect([news.firstNew, news.stopped?.row]).toEqual([60, 60])
})

test('who follows has seen what comes', () => {
  look(50, 49)
  news.following = true
  look(55, 49)
  expect([news.firstNew, news.stopped]).toEqual([55, undefined])
})

test('the reader can take the line away, and it comes back only for what is newer', () => {
  look(60, 30)
  news.close()
  expect(news.stopped).toBeUndefined()
})

test('who follows and was elsewhere finds a line above what came meanwhile', () => {
  look(50, 49)
  news.following = true
  news.comeBack()
  look(50, 49)
  expect(news.stopped).toBeUndefined()
  look(58, 57)
  expect([news.following, news.firstNew, news.stopped?.row]).toEqual([true, 58, 50])
  look(60, 59)
  expect(news.stopped?.row).toBe(50)
})
