import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { highlighted, languageOf, maxHighlightChars } from './highlight'

describe('highlighting', () => {
  test.each([
    ['ts', 'typescript'],
    ['Go', 'go'],
    ['/srv/a.b/main.py', 'python'],
    ['C:\\x\\Dockerfile', 'dockerfile'],
    ['Makefile', 'makefile'],
    ['notes', ''],
    ['', ''],
    ['constructor', ''],
  ])('knows %j as %j', (name, language) => {
    expect(languageOf(name)).toBe(language)
  })
  test('marks words and escapes the code', async () => {
    const html = await highlighted('const a = "</code><script>x</script>" && 1', 'typescript')
    expect(html).toContain('<span class="hljs-keyword">const</span>')
    expect(html).not.toContain('<script')
  })
  test('makes nothing but spans of the highlighter, whatever the code', async () => {
    const bit = fc.constantFrom(
      '<',
      '>',
      '&',
      '"',
      "'",
      '`',
      '${',
      '}',
      '<script>',
      '</style>',
      '<img src=x onerror=y>',
      'a',
      '\n',
      '/*',
      '<?php',
      '{%',
      '$(',
    )
    await fc.assert(
      fc.asyncProperty(
        fc.array(bit, { maxLength: 25 }),
        fc.constantFrom('xml', 'typescript', 'markdown', 'php', 'bash', 'css'),
        async (bits, language) => {
          const code = bits.join('')
          const html = (await highlighted(code, language)) ?? ''
          const rest = html.replace(/<span class="[\w\- ]+">|<\/span>/g, '')
          expect(rest).not.toMatch(/[<>]/)
          const text = rest
            .replace(/&lt;/g, '<')
            .replace(/&gt;/g, '>')
            .replace(/&quot;/g, '"')
            .replace(/&#x27;/g, "'")
            .replace(/&amp;/g, '&')
          expect(text).toBe(code)
        },
      ),
      { numRuns: 600 },
    )
  })
  test('leaves large texts alone', async () => {
    expect(await highlighted('x'.repeat(maxHighlightChars + 1), 'go')).toBeNull()
  })
})
