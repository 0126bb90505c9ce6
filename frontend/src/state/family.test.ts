import { expect, test, vi } from 'vitest'
import { aFamily, aNode, aSession, fakeApi } from '../api/fake'
import type { FamilyAnswer } from '../api/types'
import { familyLines } from './family.svelte'
import { OpenSession } from './session.svelte'

/** Interrupted, resumed and stuck; a fresh attempt that finished. */
const nodes = [
  aNode({ path: '/1', id: '1', outcome: 'interrupted' }),
  aNode({ path: '/2', id: '2', outcome: 'limit', parent: 0, depth: 1 }),
  aNode({ path: '/3', id: '3', outcome: 'stuck', parent: 1, depth: 2 }),
  aNode({ path: '/4', id: '4', outcome: 'finished', chain: 1 }),
]

async function opened(answer: FamilyAnswer) {
  const session = new OpenSession(fakeApi({ family: () => Promise.resolve(answer) }), aSession())
  session.family.begin()
  await vi.waitFor(() => expect(session.family.value).toBe(answer))
  return session.family
}

test('several attempts are headed, and each session says where it stands', () => {
  const lines = familyLines(aFamily(nodes))
  expect(
    lines.map((line) =>
      line.kind === 'attempt'
        ? `attempt ${line.number} ${line.posInSet}/${line.setSize} ${line.chain.state}`
        : `${line.node.id} level ${line.level} ${line.posInSet}/${line.setSize}`,
    ),
  ).toEqual([
    'attempt 1 1/2 stuck',
    '1 level 2 1/1',
    '2 level 3 1/1',
    '3 level 4 1/1',
    'attempt 2 2/2 finished',
    '4 level 2 1/1',
  ])
})

test('one chain needs no head', () => {
  expect(familyLines(aFamily(nodes.slice(0, 3))).map(({ kind }) => kind)).toEqual(['node', 'node', 'node'])
})

test('the part of a large family counts its attempts in the whole', () => {
  const [head] = familyLines(aFamily(nodes, { attempts: 40, before: 7 }))
  expect(head).toMatchObject({ number: 8, posInSet: 8, setSize: 40 })
})

test('the keyboard begins at the session itself and goes up, down, in and out', async () => {
  const family = await opened(aFamily(nodes, { self: 2 }))
  const at = () => family.lines[family.stop]?.id
  expect(at()).toBe('/3')
  family.outward()
  expect(at()).toBe('/2')
  family.outward()
  family.outward()
  expect(at()).toBe('attempt 1')
  family.inward()
  expect(at()).toBe('/1')
  family.step(100)
  expect(at()).toBe('/4')
  family.inward()
  expect(at()).toBe('/4')
  family.outward()
  expect(at()).toBe('attempt 2')
})

test('what is before and after a session is named', async () => {
  const family = await opened(aFamily(nodes, { self: 1 }))
  expect(family.from?.id).toBe('1')
  expect(family.next.map(({ id }) => id)).toEqual(['3'])
  expect(family.alone).toBe(false)
})

test('a family that is here stays while folders are read again', async () => {
  const answers = [aFamily(nodes), aFamily([], { scanning: true }), aFamily(nodes.slice(0, 1))]
  const session = new OpenSession(
    fakeApi({ family: () => Promise.resolve(answers.shift() ?? aFamily()) }),
    aSession(),
  )
  const { family } = session
  family.begin()
  await vi.waitFor(() => expect(family.value?.nodes).toHaveLength(4))
  family.refresh()
  await Promise.resolve()
  expect(family.value?.nodes).toHaveLength(4)
  family.refresh()
  await vi.waitFor(() => expect(family.alone).toBe(true))
})

test('whoever goes to an entry reads it', async () => {
  const session = new OpenSession(fakeApi(), aSession())
  session.view = 'family'
  session.select('k1', { from: 'graph' })
  expect(session.view).toBe('timeline')
})
