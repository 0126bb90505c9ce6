import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { linkOf, saysTarget } from './links'

describe('links', () => {
  test.each([
    ['https://example.org/?a=1&b=2', 'example.org'],
    ['http://example.org:8080/x', 'example.org:8080'],
    ['mailto:kay@example.org', 'kay@example.org'],
    ['HTTPS://Example.org', 'example.org'],
    ['https://example.org@attack.example/', 'attack.example'],
    ['https://\u0430pple.example/', 'xn--pple-43d.example'],
  ])('opens %s and names its host', (address, host) => {
    expect(linkOf(address)).toEqual({ href: address, host })
  })

  test.each([
    'javascript:alert(1)',
    'JavaScript:alert(1)',
    'java\nscript:alert(1)',
    '\u0001javascript:alert(1)',
    'data:text/html,<script>1</script>',
    'file:///etc/passwd',
    'vbscript:x',
    'blob:https://example.org/1',
    'wails://wails/',
    '/blob/1/2',
    '//example.org/x',
    'README.md',
    '#top',
    '',
    'http://',
    'https://exa\u202emple.org/',
    'https://example.org/ a',
  ])('does not open %j', (address) => {
    expect(linkOf(address)).toBeNull()
  })

  test('never answers another scheme, whatever is written', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.webUrl(),
          fc.string(),
          fc.string().map((s) => 'javascript:' + s),
        ),
        (address) => {
          const link = linkOf(address)
          if (link) expect(link.href).toMatch(/^(https?|mailto):/i)
        },
      ),
    )
  })

  test('adds the host only when the words do not say it', () => {
    const link = linkOf('https://example.org/')
    if (!link) throw new Error('no link')
    expect(saysTarget('https://example.org', link)).toBe(true)
    expect(saysTarget('example.org', link)).toBe(true)
    expect(saysTarget('the docs', link)).toBe(false)
    expect(saysTarget('https://bank.example', link)).toBe(false)
  })
})
