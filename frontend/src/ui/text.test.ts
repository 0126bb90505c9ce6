// @vitest-environment jsdom
import { flushSync, mount, unmount, type Component } from 'svelte'
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { spansOf } from '../lib/ansi'
import { diffOf } from '../lib/diff'
import { highlighted } from '../lib/highlight'
import Ansi from './Ansi.svelte'
import CodeBlock from './CodeBlock.svelte'
import DiffView from './DiffView.svelte'
import JsonTree from './JsonTree.svelte'
import LongText from './LongText.svelte'
import Markdown from './Markdown.svelte'
import Picture from './Picture.svelte'

// A busy machine may take longer to compile a language than one waits for its colours.
beforeAll(() => Promise.all(['xml', 'typescript', 'go'].map((language) => highlighted('', language))))

let undo: (() => void)[] = []
afterEach(() => {
  for (const act of undo) act()
  undo = []
  document.body.innerHTML = ''
})

function show<P extends Record<string, unknown>>(component: Component<P>, props: P): HTMLElement {
  const target = document.createElement('div')
  document.body.append(target)
  const instance = mount(component, { target, props })
  flushSync()
  undo.push(() => void unmount(instance))
  return target
}

describe('Markdown', () => {
  const hostile = [
    "<script>document.title='owned'</script><img src=x onerror=\"document.title='owned'\">",
    '[click](javascript:alert(1)) [data](data:text/html,1) [ok](https://example.org/?a=1&b=2 "say \\" onmouseover=\\"1")',
    '![a" onerror="x](https://example.org/pixel.png) <iframe src="file:///etc/passwd"></iframe>',
    '```html\n</code></pre><script>x()</script>\n```',
    '</textarea></pre></div> <style>*{display:none}</style>',
  ].join('\n\n')

  test('makes no element of what a session says', async () => {
    const el = show(Markdown, { text: hostile })
    await vi.waitFor(() => expect(el.querySelector('code .hljs-name')).not.toBeNull())
    expect(el.querySelectorAll('script, img, iframe, style, textarea, object, form')).toHaveLength(0)
    expect([...el.querySelectorAll('a')].map((a) => a.getAttribute('href'))).toEqual([
      'https://example.org/?a=1&b=2',
    ])
    for (const part of [
      "<script>document.title='owned'</script>",
      '</textarea></pre></div>',
      '</code></pre><script>x()</script>',
      'javascript:alert(1)',
    ]) {
      expect(el.textContent).toContain(part)
    }
  })
  test('says where a link leads', () => {
    const el = show(Markdown, { text: '[the docs](https://example.org/a) https://example.org/b' })
    expect(el.textContent).toBe('the docs (example.org) https://example.org/b')
    expect(el.querySelector('a')?.title).toBe('https://example.org/a')
  })
  test('shows tasks, tables and headings for what they are', () => {
    const el = show(Markdown, { text: '# Plan\n\n- [x] a\n- [ ] b\n\n| h |\n|--:|\n| 1 |' })
    expect(el.querySelector('[role=heading]')?.textContent).toBe('Plan')
    expect([...el.querySelectorAll('li [role=img]')].map((n) => n.getAttribute('aria-label'))).toEqual([
      'done',
      'open',
    ])
    expect(el.querySelector('td')?.className).toBe('right')
  })
})

test('terminal output keeps its letters and its indentation', () => {
  const el = show(Ansi, {
    spans: spansOf('\u001b[31mFAIL\u001b[0m\n\tx &amp; <b>\u001b[38;5;208mo\u001b[0m'),
  })
  expect(el.querySelector('pre')?.textContent).toBe('FAIL\n\tx &amp; <b>o')
  expect(el.querySelector('.ansi-red-fg')?.textContent).toBe('FAIL')
  expect(el.querySelector('b')).toBeNull()
})

describe('code', () => {
  test('is coloured once its language is here', async () => {
    const el = show(CodeBlock, { text: 'const a = "<i>"', lang: 'ts' })
    expect(el.querySelector('code')?.textContent).toBe('const a = "<i>"')
    await vi.waitFor(() => expect(el.querySelector('.hljs-keyword')?.textContent).toBe('const'))
    expect(el.querySelector('code')?.textContent).toBe('const a = "<i>"')
  })
  test('is folded when it is long and not coloured when it is large', async () => {
    const el = show(CodeBlock, {
      text: Array.from({ length: 300 }, (_, i) => `a${i}`).join('\n'),
      lang: 'go',
    })
    const more = [...el.querySelectorAll('button')].find((b) => b.textContent?.includes('180 more lines'))
    more?.click()
    flushSync()
    expect(el.querySelector('code')?.textContent).toContain('a299')
    const large = show(CodeBlock, { text: 'x '.repeat(60_000), lang: 'go' })
    const small = show(CodeBlock, { text: 'package main', lang: 'go' })
    await vi.waitFor(() => expect(small.querySelector('code span')).not.toBeNull())
    expect(large.querySelector('code span')).toBeNull()
  })
})

describe('a change', () => {
  test('says how much it changes and marks the words', () => {
    const el = show(DiffView, { diff: diffOf('a\nreturn x\n', 'a\nreturn y\nz\n'), name: 'a.go' })
    expect(el.querySelector('figure')?.getAttribute('aria-label')).toBe(
      'Change of a.go: 2 lines added, 1 line removed',
    )
    expect(el.querySelectorAll('.add')).toHaveLength(2)
  })
  test('of many lines is drawn only where it is in view', () => {
    const lines = (c: string) => Array.from({ length: 4000 }, (_, i) => c + i).join('\n')
    const el = show(DiffView, { diff: diffOf(lines('a'), lines('b')) })
    expect(el.querySelectorAll('.row').length).toBeLessThan(100)
    expect(el.querySelector('figure')?.getAttribute('aria-label')).toContain('4,000 lines added')
  })
})

test('a JSON tree opens one level and what is little below it, a hundred members at a time', () => {
  const many = (n: number, name: string) =>
    Object.fromEntries(Array.from({ length: n }, (_, i) => [`${name}${i}`, i]))
  const el = show(JsonTree, {
    text: JSON.stringify({ deep: many(13, 'inner'), few: { seen: { folded: 1 } }, ...many(249, 'k') }),
  })
  expect(el.querySelectorAll('li')).toHaveLength(102)
  expect(el.textContent).toContain('seen')
  expect(el.textContent).not.toContain('folded')
  expect(el.textContent).not.toContain('inner0')
  el.querySelector<HTMLElement>('button[aria-expanded=false]')?.click()
  flushSync()
  expect(el.textContent).toContain('inner0')
  const more = [...el.querySelectorAll('button')].at(-1)
  expect(more?.textContent).toBe('151 more')
  more?.click()
  flushSync()
  expect(el.textContent).toContain('k197')
})

describe('a long text', () => {
  const all = Array.from({ length: 20_000 }, (_, i) => `line ${i}`)
  const load = vi.fn((from: number, lines: number) =>
    Promise.resolve({
      text: all.slice(from, from + lines).join('\n'),
      numbers: all.slice(from, from + lines).map((_, i) => from + i + 1),
      totalPieces: all.length,
      totalLines: all.length,
      totalBytes: 200_000,
    }),
  )
  test('is fetched where it is in view, and drawn there alone', async () => {
    const el = show(LongText, {
      name: 'result',
      load,
      whole: () => Promise.resolve(''),
      onclose: () => undefined,
    })
    await vi.waitFor(() => expect(el.textContent).toContain('line 0'))
    expect(load.mock.calls).toEqual([
      [0, 0],
      [0, 500],
    ])
    const box = el.querySelector<HTMLElement>('.window')
    if (!box) throw new Error('no window')
    box.scrollTop = 12_345 * 18
    box.dispatchEvent(new Event('scroll'))
    await vi.waitFor(() => expect(el.textContent).toContain('line 12345'))
    expect(load.mock.calls.at(-1)).toEqual([12_000, 500])
    expect(el.querySelectorAll('.row').length).toBeLessThan(80)
  })
  test('of one line is called so, and shows a word deep in it', async () => {
    const pieces = Array.from({ length: 40 }, (_, i) => `${'x'.repeat(15_000)}${i === 31 ? ' needle ' : ''}y`)
    const el = show(LongText, {
      name: 'result',
      load: (from: number, n: number) =>
        Promise.resolve({
          text: pieces.slice(from, from + n).join('\n'),
          numbers: pieces.slice(from, from + n).map((_, i) => (from + i === 0 ? 1 : 0)),
          totalPieces: pieces.length,
          totalLines: 1,
          totalBytes: pieces.join('').length,
        }),
      whole: () => Promise.resolve(''),
      onclose: () => undefined,
      piece: 31,
      word: 'Needle',
    })
    const box = el.querySelector<HTMLElement>('.window')
    if (!box) throw new Error('no window')
    await vi.waitFor(() => {
      box.dispatchEvent(new Event('scroll'))
      flushSync()
      expect(el.querySelector('.part')?.textContent).toContain('needle')
    })
    expect(el.querySelector('figcaption')?.textContent).toContain('1 line ·')
    const numbers = [...el.querySelectorAll('.no')].map((no) => no.textContent)
    expect(numbers.filter((no) => no !== '')).toEqual([])
  })
  test('that cannot be read says why', async () => {
    const el = show(LongText, {
      name: 'result',
      load: () => Promise.reject(new Error('gone')),
      whole: () => Promise.resolve(''),
      onclose: () => undefined,
    })
    await vi.waitFor(() => expect(el.querySelector('[role=alert]')?.textContent).toContain('gone'))
  })
})

describe('a picture', () => {
  function watchers() {
    const seen: (() => void)[] = []
    vi.stubGlobal(
      'IntersectionObserver',
      class {
        constructor(private readonly tell: (entries: { isIntersecting: boolean }[]) => void) {}
        observe() {
          seen.push(() => this.tell([{ isIntersecting: true }]))
        }
        disconnect() {
          return undefined
        }
      },
    )
    undo.push(() => vi.unstubAllGlobals())
    return () => {
      for (const act of seen) act()
      flushSync()
    }
  }
  test('is fetched when it comes near, and says when it is broken', () => {
    const near = watchers()
    const el = show(Picture, { src: '/blob/1/1/a/0', mime: 'image/png', size: 2_000_000, missing: '' })
    expect(el.querySelector('img')).toBeNull()
    expect(el.textContent).toContain('image/png, 2 MB')
    near()
    expect(el.querySelector('img')?.getAttribute('src')).toBe('/blob/1/1/a/0')
    el.querySelector('img')?.dispatchEvent(new Event('error'))
    flushSync()
    expect(el.querySelector('img')).toBeNull()
    expect(el.textContent).toContain('cannot be shown')
  })
  test('that is missing or very large is not fetched by itself', () => {
    const near = watchers()
    const missing = show(Picture, {
      src: '/x',
      mime: 'image/svg+xml" onload="x',
      size: 6,
      missing: 'svg is not shown',
    })
    const large = show(Picture, { src: '/x', mime: 'image/png', size: 30_000_000, missing: '' })
    near()
    expect(document.querySelectorAll('img')).toHaveLength(0)
    expect(missing.textContent).toContain('svg is not shown')
    expect(missing.textContent).toContain('image/svg+xml" onload="x, 6 B')
    large.querySelector('button')?.click()
    flushSync()
    expect(large.querySelector('img')).not.toBeNull()
  })
})
