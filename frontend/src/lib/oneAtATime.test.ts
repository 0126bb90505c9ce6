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

test('what is wished in the moment it is done is done once more', async () => {
  for (let moments = 0; moments < 8; moments++) {
    let done = 0
    const wish: () => Promise<void> = oneAtATime(async () => {
      if (++done > 1) return
      let moment = Promise.resolve()
      for (let n = 0; n < moments; n++) moment = moment.then(() => undefined)
      void moment.then(wish)
      await Promise.resolve()
    })
    await wish()
    await new Promise((settled) => setTimeout(settled))
    expect(done, `${moments} moments`).toBe(2)
  }
})
