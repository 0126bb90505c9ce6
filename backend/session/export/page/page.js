'use strict'
;(() => {
  const root = document.documentElement
  const byId = (id) => document.getElementById(id)
  const rows = byId('rows')
  const { branches, contexts } = JSON.parse(byId('data').textContent)
  const chunkSize = 40
  const main = byId('read')

  /** All pieces of all branches, by their numbers. */
  const pieces = [...rows.children, ...(byId('more')?.content.children ?? [])].flatMap((c) => [...c.children])
  /** The numbers of the pieces on screen, in order. */
  let shown = []
  let branch = 0
  /** The row that keys act on. */
  let at = null

  for (const chunk of rows.children) sizeOf(chunk, Number(chunk.dataset.h))
  function sizeOf(chunk, px) {
    chunk.style.containIntrinsicBlockSize = `auto ${Math.min(px, 20000)}px`
  }

  const listOf = (b) => branches[b].runs.flatMap(([from, to]) => range(from, to))
  const range = (from, to) => Array.from({ length: to - from + 1 }, (_, i) => from + i)

  /** Puts the pieces of a branch on screen; what it shares with the one before stays where it is. */
  function show(b) {
    const list = listOf(b)
    let same = 0
    while (same < shown.length && shown[same] === list[same]) same++
    const keep = Math.floor(same / chunkSize)
    while (rows.children.length > keep) rows.lastElementChild.remove()
    // Pieces of a chunk that goes stay with their numbers.
    for (let from = keep * chunkSize; from < list.length; from += chunkSize) {
      const chunk = document.createElement('div')
      chunk.className = 'chunk'
      chunk.append(...list.slice(from, from + chunkSize).map((n) => pieces[n]))
      sizeOf(chunk, 1400)
      rows.append(chunk)
    }
    shown = list
    branch = b
    setContexts(b)
    const cards = main.querySelectorAll('.card')
    cards.forEach((card, i) => (card.hidden = i !== b))
    const choice = byId('branch')
    if (choice) choice.value = String(b)
    light(tree())
    texts = new Map()
    listed = undefined
    if (query !== '') look(query)
  }

  /** Says of every row what became of it for the model on this branch. */
  function setContexts(b) {
    const now = new Map()
    for (const [from, to, context] of branches[b].gone)
      for (const n of range(from, to)) now.set(n, context)
    for (const n of shown) {
      const row = pieces[n]
      const context = now.get(n) ?? ''
      if ((row.dataset.c ?? '') === context) continue
      row.dataset.c = context
      row.classList.toggle('gone', context === 'compacted' || context === 'removed')
      row.querySelector('.remarks > .context')?.remove()
      if (context === '' || (context === 'compacted' && !row.matches('.prompt, .reply, .compaction, .branchSummary, .customMessage'))) continue
      let remarks = row.querySelector('.remarks')
      if (!remarks) {
        remarks = document.createElement('p')
        remarks.className = 'remarks'
        row.querySelector('.what').append(remarks)
      }
      const said = document.createElement('span')
      said.className = 'context'
      said.textContent = contexts[context]
      remarks.prepend(said)
    }
  }

  // The graph.

  const trees = [...document.querySelectorAll('.tree')]
  const tree = () => trees.find((t) => !t.hidden)
  const rowsOf = new Map(trees.map((t) => [t, [...t.querySelectorAll('.g')]]))
  /** The rows of the lit branch in each tree, by the rows of the timeline they lead to; of which branch it is. */
  const paths = new Map()
  const lightedAt = new Map()
  const onPath = () => paths.get(tree()) ?? new Map()

  /** Lights the branch on screen: its rows, and the lines between them. */
  function light(t) {
    if (lightedAt.get(t) === branch) return
    lightedAt.set(t, branch)
    const all = rowsOf.get(t)
    for (const line of t.querySelectorAll('.lit')) line.classList.remove('lit')
    const path = new Map()
    const lit = (line) => {
      if (!line) return
      line.classList.add('lit')
      line.parentNode.insertBefore(line, line.parentNode.querySelector('use'))
    }
    const lineOf = (row, lane) => row.querySelector(`.line[data-l="${lane}"]`)
    let n = branches[branch].rows[trees.indexOf(t)]
    for (let below = -1; n >= 0; ) {
      const row = all[n]
      row.classList.add('lit')
      path.set(row.hash.slice(1), row)
      if (below >= 0) {
        const lane = all[below].dataset.n
        for (let i = n; i < below; i++) lit(lineOf(all[i], lane))
      }
      const up = Number(row.dataset.p)
      if (up >= 0) lit(lineOf(row, 'up'))
      below = n
      n = up
    }
    paths.set(t, path)
  }

  /** The one row of the graph that Tab comes to, and that says where the reader is. */
  function mark(row, scroll) {
    const t = tree()
    for (const old of t.querySelectorAll('[aria-selected], [tabindex="0"]')) {
      old.removeAttribute('aria-selected')
      old.tabIndex = -1
    }
    if (!row) {
      const first = rowsOf.get(t)[0]
      if (first) first.tabIndex = 0
      return
    }
    row.setAttribute('aria-selected', 'true')
    row.tabIndex = 0
    if (scroll) row.scrollIntoView({ block: 'nearest' })
  }

  function markFor(row) {
    for (let list = visible(), i = list.indexOf(row); i >= 0; i--) {
      const found = onPath().get(list[i].id)
      if (found) return mark(found, true)
    }
  }

  for (const t of trees) {
    t.addEventListener('click', (event) => {
      const row = event.target.closest('.g')
      if (!row || event.ctrlKey || event.metaKey || event.shiftKey) return
      event.preventDefault()
      go(row.hash.slice(1), Number(row.dataset.b))
      mark(row, false)
      setPane(false)
    })
    t.addEventListener('keydown', (event) => {
      const all = rowsOf.get(t)
      const n = all.indexOf(document.activeElement)
      const to = { ArrowDown: n + 1, ArrowUp: n - 1, Home: 0, End: all.length - 1, ArrowLeft: Number(all[n]?.dataset.p) }[event.key]
      if (to === undefined || event.ctrlKey || event.metaKey || event.altKey) return
      event.preventDefault()
      const row = all[to]
      if (!row) return
      all[n]?.setAttribute('tabindex', '-1')
      row.tabIndex = 0
      row.focus()
    })
  }

  const setPane = (open) => {
    measure()
    root.classList.toggle('pane', open)
    byId('panes').setAttribute('aria-expanded', String(open))
  }
  byId('panes').addEventListener('click', () => setPane(!root.classList.contains('pane')))

  // Going to a row.

  function go(id, b = branch) {
    if (!byId(id)) show(b)
    const row = byId(id)
    if (!row) return
    if (hiddenByFilter(row)) setFilter('all')
    settle(row)
    history.replaceState(null, '', `#${id}`)
  }

  const hiddenByFilter = (row) =>
    (root.dataset.f === 'prompts' && !row.matches('.prompt')) || (root.dataset.f === 'said' && !row.matches('.said'))

  /** Makes a row the one that keys act on, at the top of the page. Rows above it get their height only when they are drawn. */
  function settle(row, block = 'start') {
    at?.classList.remove('at')
    at = row
    row.classList.add('at')
    row.scrollIntoView({ block })
    requestAnimationFrame(() => row.scrollIntoView({ block }))
    row.focus({ preventScroll: true })
    markFor(row)
  }

  /** The rows that the filter leaves, in order. */
  let listed
  const visible = () => (listed ??= articles().filter((p) => !hiddenByFilter(p)))
  const articles = () => shown.map((n) => pieces[n]).filter((p) => p.tagName === 'ARTICLE')

  /** The row at the top of what is in view. */
  function top() {
    const y = byId('read').getBoundingClientRect().left + 40
    for (let px = 60; px < innerHeight; px += 40) {
      const row = document.elementFromPoint(y, px)?.closest?.('article')
      if (row) return row
    }
    return null
  }

  function step(by, fits = () => true) {
    const list = visible()
    const from = at?.isConnected && inView(at) ? list.indexOf(at) : list.indexOf(top()) - (by > 0 ? 1 : 0)
    for (let i = from + by; i >= 0 && i < list.length; i += by)
      if (fits(list[i])) return settle(list[i], fits === any ? 'nearest' : 'start')
  }
  const any = () => true
  const inView = (row) => {
    const box = row.getBoundingClientRect()
    return box.bottom > 40 && box.top < innerHeight
  }

  // The filters.

  function setFilter(name) {
    const keep = top()
    root.dataset.f = name
    listed = undefined
    for (const t of trees) t.hidden = t.dataset.f !== name
    for (const input of document.getElementsByName('filter')) input.checked = input.value === name
    light(tree())
    mark(null, false)
    if (keep) {
      const list = articles()
      let i = list.indexOf(keep)
      while (i > 0 && hiddenByFilter(list[i])) i--
      if (i > 0) list[i].scrollIntoView({ block: 'start' })
    }
  }
  for (const input of document.getElementsByName('filter'))
    input.addEventListener('change', () => setFilter(input.value))
  byId('branch')?.addEventListener('change', (event) => {
    show(Number(event.target.value))
    scrollTo(0, 0)
    at = null
    mark(onPath().values().next().value, true)
  })

  // The search, over all rows of the branch, folded or not.

  const box = byId('find')
  const found = byId('found')
  let query = ''
  let hits = []
  let hit = -1
  let search = 0
  /** Which way to go when the search that runs has come to its end, 0 for nowhere. */
  let wanted = 0
  let searching = false
  /** The text of rows that were searched, without what is said twice. */
  let texts = new Map()

  const nodesOf = (row) => {
    const walker = document.createTreeWalker(row, NodeFilter.SHOW_TEXT, (node) =>
      node.parentElement.closest('.first, .why, .sr, .who') ? NodeFilter.FILTER_REJECT : NodeFilter.FILTER_ACCEPT,
    )
    const nodes = []
    while (walker.nextNode()) nodes.push(walker.currentNode)
    return nodes
  }
  const textOf = (row) => {
    let text = texts.get(row)
    if (text === undefined) {
      text = nodesOf(row)
        .map((n) => n.data)
        .join('')
      texts.set(row, text)
    }
    return text
  }

  const pattern = () => new RegExp(query.replace(/[\\^$.*+?()[\]{}|/-]/gu, '\\$&'), 'giu')

  function look(words) {
    query = words
    hits = []
    hit = -1
    const run = ++search
    wanted = 0
    searching = false
    paint()
    if (query.trim() === '') return tell()
    const re = pattern()
    const list = articles()
    let i = 0
    const part = () => {
      if (run !== search) return
      for (const until = performance.now() + 12; i < list.length && performance.now() < until; i++) {
        let n = 0
        for (const m of textOf(list[i]).matchAll(re)) {
          if (m[0] === '') break
          hits.push({ row: list[i], n: n++, from: m.index, to: m.index + m[0].length })
        }
      }
      searching = i < list.length
      if (searching) setTimeout(part)
      tell(searching)
      if (searching) return
      if (wanted !== 0) next(wanted)
      else paint()
    }
    part()
  }

  function tell(more = false) {
    const none = query.trim() === ''
    found.textContent = none ? '' : hits.length === 0 ? (more ? '…' : 'none') : hit < 0 ? `${hits.length}${more ? '…' : ''}` : `${hit + 1} of ${hits.length}`
    byId('before').disabled = byId('after').disabled = hits.length === 0
  }

  const rangeOf = ({ row, from, to }) => {
    const range = document.createRange()
    let pos = 0
    let begun = false
    for (const node of nodesOf(row)) {
      const end = pos + node.data.length
      if (!begun && from < end) {
        range.setStart(node, from - pos)
        begun = true
      }
      if (begun && to <= end) {
        range.setEnd(node, to - pos)
        return range
      }
      pos = end
    }
    return range
  }

  /** Colours the hits around the one that was gone to. */
  function paint() {
    if (!CSS.highlights) return
    const around = hits.slice(Math.max(0, hit - 150), Math.max(0, hit) + 150)
    CSS.highlights.set('hit', new Highlight(...around.map(rangeOf)))
    if (hit >= 0) CSS.highlights.set('current', new Highlight(rangeOf(hits[hit])))
    else CSS.highlights.delete('current')
  }

  function next(by) {
    if (searching) wanted = by
    if (searching || hits.length === 0) return
    if (hit < 0) {
      const here = top()
      const list = visible()
      const from = list.indexOf(at?.isConnected ? at : here)
      hit = hits.findIndex((h) => list.indexOf(h.row) >= from)
      if (hit < 0) hit = 0
      else if (by < 0) hit = (hit - 1 + hits.length) % hits.length
    } else hit = (hit + by + hits.length) % hits.length
    const { row } = hits[hit]
    if (hiddenByFilter(row)) setFilter('all')
    const range = rangeOf(hits[hit])
    for (let fold = range.startContainer.parentElement.closest('details'); fold; fold = fold.parentElement.closest('details'))
      if (!fold.querySelector(':scope > summary')?.contains(range.startContainer)) fold.open = true
    const focused = document.activeElement
    settle(row)
    const target = range.startContainer.parentElement
    const middle = () => target.scrollIntoView({ block: 'center' })
    middle()
    requestAnimationFrame(middle)
    if (focused === box) box.focus({ preventScroll: true })
    paint()
    tell()
  }

  let typing = 0
  box.addEventListener('input', () => {
    clearTimeout(typing)
    typing = setTimeout(() => look(box.value), 120)
  })
  box.addEventListener('keydown', (event) => {
    if (event.key === 'Enter' && !event.isComposing) {
      event.preventDefault()
      if (query !== box.value) {
        clearTimeout(typing)
        look(box.value)
      }
      next(event.shiftKey ? -1 : 1)
    } else if (event.key === 'Escape') {
      event.preventDefault()
      leave()
    }
  })
  byId('after').addEventListener('click', () => next(1))
  byId('before').addEventListener('click', () => next(-1))

  function leave() {
    clearTimeout(typing)
    box.value = ''
    look('')
    ;(at?.isConnected ? at : main).focus({ preventScroll: true })
  }

  // The keys.

  const keys = {
    j: () => step(1, any),
    k: () => step(-1, any),
    p: () => step(1, (row) => row.matches('.prompt')),
    P: () => step(-1, (row) => row.matches('.prompt')),
    e: () => step(1, (row) => row.matches('.failed')),
    E: () => step(-1, (row) => row.matches('.failed')),
    n: () => next(1),
    N: () => next(-1),
    '/': () => {
      box.focus()
      box.select()
    },
    Escape: () => (root.classList.contains('pane') ? setPane(false) : leave()),
    Enter: () => {
      const fold = document.activeElement === at ? at?.querySelector('details') : null
      if (!fold) return false
      fold.open = !fold.open
    },
  }
  addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return
    if (event.target.matches('input:not([type="radio"]), select, textarea')) return
    if (event.key === 'Enter' && event.target.matches('a, button, summary, input')) return
    const act = keys[event.key]
    if (act && act() !== false) event.preventDefault()
  })

  main.addEventListener('click', (event) => {
    const link = event.target.closest('a[href^="#"]')
    if (link) {
      event.preventDefault()
      go(link.hash.slice(1))
      return
    }
    const row = event.target.closest('article')
    if (!row || !getSelection().isCollapsed) return
    at?.classList.remove('at')
    at = row
    row.classList.add('at')
    markFor(row)
  })
  const fromAddress = () => {
    const id = location.hash.slice(1)
    if (!id) return
    const n = pieces.findIndex((p) => p.id === id)
    const b = branches.findIndex((_, i) => listOf(i).includes(n))
    if (n >= 0 && b >= 0) go(id, b)
  }
  addEventListener('hashchange', fromAddress)

  const bar = document.querySelector('.bar')
  const measure = () => root.style.setProperty('--bar', `${Math.max(bar.getBoundingClientRect().bottom, 48)}px`)

  root.classList.add('on')
  shown = listOf(0)
  light(tree())
  mark(null, false)
  fromAddress()
})()
