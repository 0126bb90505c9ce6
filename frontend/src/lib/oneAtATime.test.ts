import { expect, test } from 'vitest'
import { oneAtATime } from './oneAtATime'

test('what is wished while it is being done is done once more', async () => {
  let done = 0
  const waiting: (() => void)[] = []
  const wish = oneAtATime(async () => {
    await new Promise<void>((go) => waiting.push(go))
    done++
  })
  const all = [wish(), wish(), wish()]
  expect(waiting).toHaveLength(1)
  waiting.shift()?.()
  await Promise.resolve().then(() => undefined)
  await new Promise((settled) => setTimeout(settled))
  expect([done, waiting.length]).toEqual([1, 1])
  waiting.shift()?.()
  await Promise.all(all)
  expect(done).toBe(2)
})

test('what failed can be wished again', async () => {
  let fails = true
  const wish = oneAtATime(() => (fails ? Promise.reject(new Error('no')) : Promise.resolve()))
  await expect(wish()).rejects.toThrow('no')
  fails = false
  await wish()
})
