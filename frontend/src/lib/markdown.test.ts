import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { blocksOf, wordsOf, type Block, type Inline } from './markdown'

/** Everything a reader can see of the blocks, in order. */
function seen(blocks: Block[]): string {
  return blocks
    .map((b) => {
      switch (b.kind) {
        case 'code':
        case 'verbatim':
          return b.text
        case 'quote':
          return seen(b.blocks)
        case 'list':
          return b.items.map((i) => seen(i.blocks)).join(' ')
        case 'table':
          return [...b.head, ...b.rows.flat()].map(seenInline).join(' ')
        case 'rule':
          return ''
        default:
          return seenInline(b.inline)
      }
    })
    .join('\n')
}

function seenInline(inline: Inline[]): string {
  return inline
    .map((n) => {
      if (n.kind === 'text' || n.kind === 'code') return n.text
      if (n.kind === 'image') return `${n.alt} ${n.address}`
      if (n.kind === 'break') return '\n'
      return seenInline(n.inline) + (n.kind === 'deadLink' ? ` ${n.address}` : '')
    })
    .join('')
}

describe('hostile Markdown', () => {
  test.each([
    [
      'Leave the `<head>`, the <style> block and <!-- this --> alone.',
      ['<head>', '<style>', '<!-- this -->', 'alone.'],
    ],
    [
      '<script>document.title="owned"</script><img src=x onerror="a()">',
      ['<script>document.title="owned"</script><img src=x onerror="a()">'],
    ],
    [
      '</textarea></pre></div>&lt;b&gt; &amp;amp; done',
      ['</textarea></pre></div>', '&lt;b&gt; &amp;amp; done'],
    ],
    [
      '<file name="a.ts">\nif (a < b && c) { return "&amp;" }\n</file>',
      ['<file name="a.ts">', 'if (a < b && c) { return "&amp;" }', '</file>'],
    ],
    ['```html\n</code></pre><script>x</script>\n```', ['</code></pre><script>x</script>']],
    [
      '<svg/onload=x()> <iframe src="file:///etc/passwd"></iframe>',
      ['<svg/onload=x()>', '<iframe src="file:///etc/passwd"></iframe>'],
    ],
    ['before\n\n<style>\n\nbody{}\n\nafter', ['before', '<style>', 'body{}', 'after']],
    ['<plaintext>\n\nmore **text**', ['<plaintext>', 'more', 'text']],
  ])('every character of %j can be read', (source, parts) => {
    const text = seen(blocksOf(source))
    for (const part of parts) expect(text).toContain(part)
  })

  test('links of other schemes are words with their address', () => {
    const [block] = blocksOf("[click](javascript:document.title='x') [data](data:text/html,1) [rel](./a.md)")
    if (block?.kind !== 'paragraph') throw new Error('no paragraph')
    expect(block.inline.filter((n) => n.kind === 'link')).toEqual([])
    expect(seen([block])).toBe("click javascript:document.title='x' data data:text/html,1 rel ./a.md")
  })

  test('addresses keep their ampersands', () => {
    const [block] = blocksOf(
      'https://example.org/?a=1&b=2 and [x](https://example.org/?a=1&amp;b=2 "t\\" onmouseover=\\"1")',
    )
    if (block?.kind !== 'paragraph') throw new Error('no paragraph')
    const links = block.inline.flatMap((n) => (n.kind === 'link' ? [n.link.href] : []))
    expect(links).toEqual(['https://example.org/?a=1&b=2', 'https://example.org/?a=1&b=2'])
  })

  test('pictures are words', () => {
    const [block] = blocksOf('![a" onerror="x](https://example.org/pixel.png)')
    expect(block).toEqual({
      kind: 'paragraph',
      inline: [{ kind: 'image', alt: 'a" onerror="x', address: 'https://example.org/pixel.png' }],
    })
  })

  test('entities are decoded once, unknown ones stay', () => {
    expect(
      seen(blocksOf('&lt;b&gt; &amp;amp; &constructor; &nosuch; &#65;&#x42; &#38;lt; &#0; a && b `&lt;`')),
    ).toBe('<b> &amp; &constructor; &nosuch; AB &lt; \ufffd a && b &lt;')
    expect(seen(blocksOf('&#x202e;evil'))).toBe('⟨U+202E⟩evil')
  })

  test('depth, size and number of nodes are bounded', () => {
    const deep = blocksOf('>'.repeat(3000) + ' bottom')
    expect(seen(deep)).toContain('bottom')
    const nested = blocksOf(Array.from({ length: 120 }, (_, i) => '  '.repeat(i) + '- item' + i).join('\n'))
    expect(seen(nested)).toContain('item119')
    expect(blocksOf('*a* '.repeat(10_000))[0]?.kind).toBe('verbatim')
    expect(blocksOf('word '.repeat(50_000))[0]?.kind).toBe('verbatim')
  })

  test('no word of running text is lost', () => {
    const bit = fc.constantFrom(
      'word',
      '<b>',
      '</b>',
      '*',
      '_',
      '`',
      '[',
      '](x)',
      '\n',
      '\n\n',
      '> ',
      '- ',
      '1. ',
      '# ',
      '|',
      '&',
      '![',
      '<!--',
      '~~',
    )
    fc.assert(
      fc.property(fc.array(bit, { maxLength: 30 }), (bits) => {
        const source = bits.join(' ')
        const count = (s: string) => s.split('word').length - 1
        expect(count(seen(blocksOf(source)))).toBe(count(source))
      }),
      { numRuns: 1500 },
    )
  })
})

describe('Markdown', () => {
  test('reads lists, tasks and tables', () => {
    const [list, table] = blocksOf(
      '3. a\n   - [x] done\n   - [ ] open\n\n| l | r |\n|:--|--:|\n| 1 | **2** |',
    )
    expect(list).toMatchObject({ kind: 'list', start: 3 })
    const inner = list?.kind === 'list' ? list.items[0]?.blocks[1] : undefined
    expect(inner?.kind === 'list' ? inner.items.map((i) => [i.done, seen(i.blocks)]) : null).toEqual([
      [true, 'done'],
      [false, 'open'],
    ])
    expect(table).toMatchObject({ kind: 'table', align: ['left', 'right'] })
  })
  test('names the language of a fence by its first word', () => {
    expect(blocksOf('```go title="x"\nfunc main() {}\n```')).toEqual([
      { kind: 'code', lang: 'go', text: 'func main() {}' },
    ])
  })
  test('says the words of a link', () => {
    const [block] = blocksOf('[the **docs**](https://example.org)')
    expect(block?.kind === 'paragraph' ? wordsOf(block.inline) : '').toBe('the docs')
  })
})
