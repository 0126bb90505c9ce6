import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { start, type App } from './driver'
import { WrittenSession } from './written'

const folder = mkdtempSync(join(tmpdir(), 'branchline-hostile-'))
const script = `<script>document.title='owned'</script>`
const picture = `<img src=x onerror="document.title='owned'">`
const markup = [
  script,
  picture,
  '<head><style>*{display:none}</style></head>',
  '<!-- this is read -->',
  '<svg/onload=document.title=1>',
  '<iframe src="file:///etc/hostname"></iframe>',
  '</textarea></pre></div></main>&lt;b&gt; &amp;amp; &#60;',
  `<a href="javascript:document.title=1" onclick='document.title=2'>x</a>`,
  '{@html "<b>"} {{constructor}} ${document.title}',
]
const links = `
[one](javascript:document.title='owned') [two](JaVaScRiPt:alert(1)) [three](data:text/html,<script>1</script>)
[four](vbscript:x) [five](file:///etc/hostname) [six](//example.org/x) [seven](/call/Sessions)
[java&#115;cript](java&#115;cript:document.title=1) <javascript:document.title=1>
[good](https://example.org/?a=1&b=2 'say " onmouseover="document.title=1') <mailto:mira@example.org>
![a" onerror="document.title=1](https://example.org/pixel.png) ![b](javascript:1)
[ref]

[ref]: javascript:document.title=1
`
const ansi = [
  '\u001b[31mred\u001b[0m \u001b[1;4;9mbold\u001b[0m \u001b[38;5;208morange\u001b[0m \u001b[48;2;1;2;3mtrue\u001b[0m \u001b[5mblink\u001b[0m \u001b[8mhidden\u001b[0m',
  '\u001b]0;owned\u0007after a title',
  '\u001b]8;;javascript:document.title=1\u0007a link\u001b]8;;\u0007',
  '\u001b[2J\u001b[H\u001b[10Aafter a move',
  'ten per cent\rall of it',
  '\u001bP1$r<b>\u001b\\after a string',
  '\u001b_apc\u001b\\\u001b^pm\u001b\\\u001bXsos\u001b\\after the others',
  '\u009b31mafter eight bits\u009b0m \u001b(0lqk\u001b(B \u001b[?1049h\u001b[6n\u001bc\u001b[3;4r\u001b]52;c;b3duZWQ=\u0007after a clipboard',
  '\u001b[999999999999999999999mafter a number \u001b[',
].join('\n')
const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

let app: App
beforeAll(async () => (app = await start({ files: [text(), output(), pictures()] })))
afterAll(async () => {
  await app.close()
  rmSync(folder, { recursive: true })
})

/** Markup wherever words can stand. */
function text(): string {
  const session = new WrittenSession({ cwd: `/srv/${picture}`, id: script })
  const first = session.prompt(markup.join('\n\n'))
  session.reply(markup.join('\n\n'), { model: '<i>model</i>', provider: script })
  session.reply(links)
  session.reply(
    '```html\n</code></pre><script>document.title=1</script>\n```\n\n| <b>a</b> | `</td>` |\n|--|--|\n| <u>b</u> | c |',
  )
  session.call('<b>tool</b>', { '<u>key</u>': script, path: picture, __proto__: { polluted: 1 } }, [
    { type: 'text', text: script },
    {
      type: 'image',
      data: 'AAAA" onerror="document.title=1',
      mimeType: 'image/png" onload="document.title=1',
    },
    {
      type: 'image',
      data: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>').toString('base64'),
      mimeType: 'image/svg+xml',
    },
  ])
  session.call('edit', { path: `${picture}.ts`, edits: [{ oldText: script, newText: picture }] }, 'ok')
  session.call(
    'grep',
    { pattern: script, path: picture },
    `${picture}:1: ${script}\n\u202e<b>:2: ${'x'.repeat(50_000)}`,
  )
  session.call('ls', { path: script }, `${script}\n${picture}/\n\u001b[31mred\u001b[0m`)
  session.call('read', { path: `${picture}.html` }, `${markup.join('\n')}\n\n[Showing ${script}]`)
  session.call('weigh', { n: 1 }, JSON.stringify({ [script]: { [picture]: markup } }))
  session.prompt(
    '\u05d0\u05d1\u05d2 \u0627\u0644\u0639\u0631\u0628\u064a\u0629 (abc) \u{1f468}\u200d\u{1f469}\u200d\u{1f467} z\u0300\u0301\u0302\u0303\u0304\u0305\u0306\u0307',
  )
  session.prompt('left \u202edlrow olleh\u202c right \u2066isolate\u2069 zero\u200bwidth bell\u0007')
  session.reply(`${'long'.repeat(2000)} end of the long word`)
  session.message({ role: script, content: picture })
  session.entry(script, { data: picture })
  session.entry('custom_message', { customType: picture, content: script, display: true })
  session.entry('compaction', { summary: markup.join('\n'), firstKeptEntryId: first, tokensBefore: 1e6 })
  session.entry('label', { targetId: first, label: picture })
  session.entry('session_info', { name: script })
  return session.write(folder, `text ${'&lt;b&gt;'}.jsonl`)
}

/** What a terminal would obey, and what is too long for a screen. */
function output(): string {
  const session = new WrittenSession()
  session.prompt('Show me all of it.')
  session.call('bash', { command: 'print-colours' }, ansi)
  const line = 'abcdefghij'.repeat(300_000)
  session.call('bash', { command: 'print-one-line' }, line)
  session.call('edit', { path: 'one-line.txt', edits: [{ oldText: line, newText: `${line}k` }] }, 'ok')
  session.call('write', { path: 'big.json', content: line }, 'ok')
  session.reply(
    `# ${'> '.repeat(2000)}deep\n\n${'['.repeat(3000)}\n\n${'*_'.repeat(3000)}\n\n${'- '.repeat(500)}x`,
  )
  session.reply('That was all.')
  return session.write(folder, 'output.jsonl')
}

function pictures(): string {
  const session = new WrittenSession()
  session.prompt('Draw forty.')
  const header = Buffer.from(png, 'base64')
  header.writeUInt32BE(30_000, 16)
  header.writeUInt32BE(30_000, 20)
  for (let n = 0; n < 40; n++) {
    const data = [png, `data:image/png;base64,${png}`, 'not base64 at all!', header.toString('base64'), ''][
      n % 5
    ]
    session.call('draw', { n }, [{ type: 'image', data, mimeType: n % 7 === 0 ? 'image/jpeg' : 'image/png' }])
  }
  session.reply('All forty are drawn.')
  return session.write(folder, 'pictures.jsonl')
}

/** Opens whatever can be opened of what is on screen, from the first row to the last. */
async function openAll() {
  await app.timeline.focus().catch(() => undefined)
  await app.row(/\w/).first().waitFor()
  await app.keys('g', 'g')
  await app.chosenRow.waitFor()
  const folded = app.timeline.locator('article[data-row] button[aria-expanded="false"]:not([aria-haspopup])')
  for (let n = 0; n < 12 && (await folded.count()) > 0; n++) await folded.first().click()
}

/** Goes to a tab with every row in its outline. */
async function show(name: string | RegExp) {
  await app.goToTab(name)
  await app.branches.getByRole('radio', { name: 'All', exact: true }).click()
}

async function unharmed() {
  expect(await app.page.title()).toMatch(/ – Branchline$/)
  expect(await app.page.title()).not.toMatch(/^(owned|1|2)\b/)
  expect(new URL(app.page.url()).pathname).toBe('/')
  expect(await app.page.locator('iframe, script:not([src]), object, embed, form, base').count()).toBe(0)
  expect(
    await app.page.evaluate(() => document.querySelectorAll('[onerror], [onload], [onclick]').length),
  ).toBe(0)
  expect(await app.page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true)
  expect(await app.liveNodes()).toBeLessThan(1500)
}

test('shows markup as text wherever it stands', async () => {
  await show(/^<script>/)
  const prompt = app.row('<head>').first()
  await prompt.waitFor()
  const told = await prompt.innerText()
  for (const words of markup) expect(told).toContain(words)
  await app.keys('p')
  const reply = app.timeline.getByRole('article', { name: /^Reply: <script>/ })
  await reply.scrollIntoViewIfNeeded()
  const replied = await reply.innerText()
  for (const words of markup) expect(replied.replace(/\n/g, ' ')).toContain(words)
  await app.branchRow(`◆ ${picture}`).waitFor()
  await app
    .tab(/text|script/)
    .first()
    .waitFor()
  await unharmed()
  expect(app.faults).toEqual([])
})

test('shows names of tools, models, keys, types and folders as text', async () => {
  await show(/^<script>/)
  await app.goTo('<b>tool</b>')
  const call = app.row('<b>tool</b>').first()
  await app.toggle(call, /<b>tool/)
  await call.getByText('<u>key</u>').first().waitFor()
  await call.getByText(script).first().waitFor()
  await call.getByText('image/svg+xml').first().waitFor()
  await call.getByText('image/png" onload="document.title=1').first().waitFor()
  expect(await call.locator('img').count()).toBe(0)
  await app.keys('g', 'g')
  await app.outcome.getByText('<i>model</i>').waitFor()
  await unharmed()
  expect(app.faults).toEqual([])
})

test('shows lines, matches, names and trees of hostile results as text', async () => {
  await show(/^<script>/)
  for (const tool of ['grep', 'ls', 'read', 'weigh']) {
    await app.timeline.getByRole('radio', { name: 'Steps' }).click()
    const call = app.timeline.getByRole('article', { name: new RegExp(`^${tool},`) })
    await app.toggle(call, new RegExp(tool))
    await call
      .getByText(script)
      .or(call.getByText(/<script>/))
      .first()
      .waitFor()
    await unharmed()
  }
  await app.timeline
    .getByRole('article', { name: /^grep,/ })
    .getByText('2 matches in 2 files')
    .waitFor()
  await app.timeline.getByRole('radio', { name: 'Read' }).click()
  expect(app.faults).toEqual([])
})

test('shows hostile records, and finds words among them, without obeying either', async () => {
  await show(/^<script>/)
  await app.timeline.getByRole('radio', { name: 'Raw' }).click()
  const records = app.timeline.getByRole('feed', { name: 'Records of the branch' })
  const record = records.locator('article[aria-current="true"]')
  await record.getByRole('button').first().click()
  await record.locator('pre').first().waitFor()
  await unharmed()
  await app.timeline.getByRole('radio', { name: 'Read' }).click()
  await app.keys('Control+f')
  for (const words of [script, picture, '\u05d0\u05d1\u05d2', '\u202e', '${document.title}']) {
    await app.page.getByRole('textbox', { name: 'Find in the branch' }).fill(words)
    await app.timeline
      .getByRole('status')
      .filter({ hasText: /^(\d+ of \d+|Not on this branch)$/ })
      .waitFor()
    await unharmed()
  }
  await app.timeline.getByRole('search').getByRole('button', { name: 'Close' }).click()
  expect(app.faults).toEqual([])
})

test('makes links of http, https and mailto only, and follows none of them itself', async () => {
  await show(/^<script>/)
  await app.branchRow('one two three').or(app.branchRow('[one]')).first().click()
  const reply = app.row('[ref]').or(app.row('ref')).filter({ hasText: 'mira@example.org' }).first()
  await reply.waitFor()
  const live = reply.locator('a')
  expect(await live.evaluateAll((all) => all.map((a) => a.getAttribute('href')))).toEqual([
    'https://example.org/?a=1&b=2',
    'mailto:mira@example.org',
  ])
  const opened: string[] = []
  await app.page.context().route(/example\.org/, (route) => route.abort())
  app.page.context().on('request', (request) => {
    if (request.url().includes('example.org')) opened.push(request.url())
  })
  for (const words of ['one', 'two', 'three', 'four', 'five', 'six', 'seven']) {
    await reply.getByText(words, { exact: false }).first().click()
  }
  await app.frames()
  expect(opened).toEqual([])
  expect(app.page.context().pages().length).toBe(1)
  await unharmed()
  expect(app.faults).toEqual([])

  for (const button of ['left', 'middle'] as const) {
    opened.length = 0
    await live.first().click({ button })
    await expect.poll(() => opened.length, { message: `${button} button` }).toBeGreaterThan(0)
    await app.frames()
    expect(opened, `${button} button`).toEqual(['https://example.org/?a=1&b=2'])
    for (const other of app.page.context().pages().slice(1)) await other.close()
    await app.page.bringToFront()
    await unharmed()
  }
})

test('shows marks that turn the direction of text, and breaks words that are too long', async () => {
  await show(/^<script>/)
  await app.branchRow('left').click()
  const row = app.row('left').filter({ hasText: 'right' }).first()
  await row.waitFor()
  expect(await row.innerText()).toMatch(/left ⟨U\+202E⟩dlrow olleh⟨U\+202C⟩ right/)
  await app.branchRow('longlong').click()
  await app.row('end of the long word').first().waitFor({ state: 'attached' })
  await unharmed()
  await openAll()
  await app.keys('Shift+G')
  await app.frames()
  await unharmed()
  expect(app.faults).toEqual([])
})

test('obeys nothing of what was written for a terminal', async () => {
  await show('output.jsonl')
  const call = app.row('print-colours').first()
  await app.toggle(call, /print-colours/)
  for (const words of [
    'red',
    'bold',
    'orange',
    'true',
    'blink',
    'hidden',
    'after a title',
    'a link',
    'after a move',
    'all of it',
    'after a string',
    'after the others',
    'after eight bits',
    'after a clipboard',
    'after a number',
  ]) {
    await call.getByText(words).first().waitFor()
  }
  const told = await call.innerText()
  // eslint-disable-next-line no-control-regex
  expect(told).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u007f]/)
  expect(told).not.toContain('owned')
  expect(await call.locator('a').count()).toBe(0)
  await unharmed()
  expect(app.faults).toEqual([])
})

test('stays quick with three million characters on one line', async () => {
  await show('output.jsonl')
  for (const words of ['print-one-line', 'one-line.txt', 'big.json']) {
    const call = app.row(words).first()
    const head = call.getByRole('button', { name: new RegExp(words) })
    await head.click()
    await call.getByText('abcdefghij').first().waitFor({ timeout: 3000 })
    await unharmed()
    await head.click()
    await call.getByText('abcdefghij').first().waitFor({ state: 'detached' })
  }
  const line = app.row('print-one-line').first()
  await app.toggle(line, /print-one-line/)
  await app.toggle(line, /^Show all 3 MB/)
  await line
    .getByRole('group', { name: /result, / })
    .getByText('abcdefghij')
    .first()
    .waitFor({ timeout: 3000 })
  await unharmed()
  // The keys are the viewer's until it is left.
  await app.keys('Escape')
  await app.keys('Shift+G')
  await app.row('That was all').waitFor()
  await unharmed()
  expect(app.faults).toEqual([])
})

test('shows the pictures that are some, and says of the others why not', async () => {
  await show('pictures.jsonl')
  await openAll()
  await app.timeline
    .getByRole('button', { name: /^Picture, .*image\/png/ })
    .first()
    .waitFor()
  await app.timeline
    .getByText(/broken|not base64|too large|cannot be shown/)
    .first()
    .waitFor()
  await app.keys('Shift+G')
  await app.row('All forty are drawn').waitFor()
  await unharmed()
  // What is known not to be shown is not asked for.
  expect(app.faults).toEqual([])
})
