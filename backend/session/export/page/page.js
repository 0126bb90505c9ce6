'use strict'
;(() => {
  const root = document.documentElement
  const byId = (id) => document.getElementById(id)
  const rows = byId('rows')
  const { branches, trees: told, contexts } = JSON.parse(byId('data').textContent)
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
    tree().light()
    texts = new Map()
    listed = undefined
    if (query !== '') look(query)
  }

  const goneOn = (b) =>
    new Map(branches[b].gone.flatMap(([from, to, context]) => range(from, to).map((n) => [n, context])))
  /** What is said of each row of the branch on screen. */
  const standing = new Map()

  /** Says of every row what became of it for the model on this branch. */
  function setContexts(b) {
    const now = goneOn(b)
    for (const n of shown) {
      const row = pieces[n]
      const context = now.get(n) ?? ''
      if ((standing.get(row) ?? '') === context) continue
      standing.set(row, context)
      row.classList.toggle('gone', context === 'compacted' || context === 'removed')
      row.querySelector('.remarks > .context')?.remove()
      if (context === '' || (context === 'compacted' && !row.matches('.prompt, .reply, .compaction, .branchSummary, .customMessage'))) continue
      let remarks = row.querySelector('.remarks')
      if (!remarks) {
        remarks = document.createElement('p')
        remarks.className = 'remarks'
        row.append(remarks)
      }
      const said = document.createElement('span')
      said.className = 'context'
      said.textContent = contexts[context]
      remarks.prepend(said)
    }
  }

  // The graph.

  /** How far around what is in view rows of the graph are drawn, and how many lie in a part of it. */
  const rowPx = 28
  const partRows = 100
  const nav = byId('graph')

  /** The graph under one filter; its rows are text up to when they come into view. */
  class Tree {
    constructor(box, { lane, own, to, rows }) {
      Object.assign(this, { box, lane, own, to, rows, filter: box.dataset.f })
      box.setAttribute('role', 'tree')
      box.setAttribute('aria-label', nav.getAttribute('aria-label'))
      this.parts = [...box.querySelectorAll('.gc')].map((part, i) => {
        const text = part.textContent
        part.textContent = ''
        part.setAttribute('role', 'none')
        part.style.height = `${Math.min(partRows, rows.length - i * partRows) * rowPx}px`
        return { part, text }
      })
      /** The row that Tab comes to, and whether the reader is there. */
      this.current = 0
      this.marked = false
    }

    /** Draws the parts that are near what is in view, and takes the others away. */
    draw() {
      for (const [i, { part }] of this.parts.entries()) {
        const { top, bottom } = part.getBoundingClientRect()
        const near = bottom > -innerHeight && top < 2 * innerHeight
        if (near) this.fill(i)
        else if (!part.contains(document.activeElement)) part.textContent = ''
      }
    }

    fill(i) {
      const { part, text } = this.parts[i]
      if (part.firstChild) return
      part.innerHTML = text
      for (const [k, row] of [...part.children].entries()) this.dress(row, i * partRows + k)
    }

    /** Says of a row where it stands, and lights what of it is on the branch on screen. */
    dress(row, n) {
      const [, own, , level, size, place] = this.rows[n]
      row.role = 'treeitem'
      row.ariaLevel = level
      row.ariaSetSize = size
      row.ariaPosInSet = place
      row.tabIndex = n === this.current ? 0 : -1
      if (this.marked && n === this.current) row.ariaSelected = 'true'
      const svg = row.firstChild
      svg.setAttribute('aria-hidden', 'true')
      svg.querySelector('.lit')?.remove()
      const on = this.path.has(n)
      row.classList.toggle('lit', on)
      const x = this.x(own)
      const below = this.below[n]
      const up = on && this.rows[n][0] >= 0 ? `M${x} 0V14` : ''
      const down = below === undefined ? '' : on ? this.way(x, this.x(below)) : `M${this.x(below)} 0V28`
      if (up + down === '') return
      const line = document.createElementNS(svg.namespaceURI, 'path')
      line.classList.add('lit')
      line.setAttribute('d', up + down)
      svg.insertBefore(line, svg.querySelector('.tie, use'))
    }

    /** The middle of a lane; lanes that find no room share the last place. */
    x(lane) {
      const place = Math.min(lane, this.own)
      return 4 + this.lane * (place + 0.5) + (place >= this.own ? 3 : 0)
    }

    /** From a row's sign down, in its own lane or into another. */
    way(x, to) {
      if (x === to) return `M${x} 14V28`
      const r = Math.min(Math.abs(to - x), 14, Math.max(5, this.lane * 0.6))
      return `M${x} 14H${to - Math.sign(to - x) * r}Q${to} 14 ${to} ${14 + r}V28`
    }

    /** Lights the branch on screen: path has its rows, below the lane it leaves each row in. */
    light() {
      if (this.lit === branch) return
      this.lit = branch
      this.path = new Set()
      this.below = []
      this.at = new Map()
      for (let n = branches[branch].rows[trees.indexOf(this)], last = -1; n >= 0; ) {
        this.path.add(n)
        this.at.set(this.to[n], n)
        if (last >= 0) this.below.fill(this.rows[last][1], n, last)
        else this.below.length = n + 1
        last = n
        n = this.rows[n][0]
      }
      for (const [i, { part }] of this.parts.entries())
        for (const [k, row] of [...part.children].entries()) this.dress(row, i * partRows + k)
    }

    /** The one row that Tab comes to; marked: it says where the reader is. */
    mark(n, marked) {
      const old = this.drawn(this.current)
      this.current = n
      this.marked = marked
      for (const row of [old, this.drawn(n)]) if (row) row.tabIndex = -1
      if (old) old.ariaSelected = null
      const row = this.drawn(n)
      if (!row) return
      row.tabIndex = 0
      if (marked) row.ariaSelected = 'true'
    }

    drawn(n) {
      return this.parts[Math.floor(n / partRows)]?.part.children[n % partRows]
    }

    /** A row, drawn and in view. */
    show(n) {
      this.fill(Math.floor(n / partRows))
      const row = this.drawn(n)
      row.scrollIntoView({ block: 'nearest' })
      this.draw()
      return row
    }

    numberOf(row) {
      const i = this.parts.findIndex(({ part }) => part.contains(row))
      return i < 0 ? -1 : i * partRows + [...this.parts[i].part.children].indexOf(row)
    }
  }

  const trees = [...document.querySelectorAll('.tree')].map((box, i) => new Tree(box, told[i]))
  const tree = () => trees.find(({ box }) => !box.hidden)
  const draw = () => tree().draw()
  nav.addEventListener('scroll', draw)
  addEventListener('resize', draw)

  function markFor(row) {
    const t = tree()
    for (let list = visible(), i = list.indexOf(row); i >= 0; i--) {
      const n = t.at.get(list[i].id)
      if (n === undefined) continue
      t.mark(n, true)
      t.show(n)
      return
    }
  }

  for (const t of trees) {
    t.box.addEventListener('click', (event) => {
      const row = event.target.closest('.g')
      if (!row || event.ctrlKey || event.metaKey || event.shiftKey) return
      event.preventDefault()
      const n = t.numberOf(row)
      go(t.to[n], t.rows[n][2])
      t.mark(n, true)
      setPane(false)
    })
    t.box.addEventListener('keydown', (event) => {
      const n = t.numberOf(document.activeElement)
      const last = t.rows.length - 1
      const to = { ArrowDown: n + 1, ArrowUp: n - 1, Home: 0, End: last, ArrowLeft: t.rows[n]?.[0] }[event.key]
      if (to === undefined || event.ctrlKey || event.metaKey || event.altKey) return
      event.preventDefault()
      if (to < 0 || to > last) return
      t.mark(to, t.marked && to === t.current)
      t.show(to).focus()
    })
  }

  const setPane = (open) => {
    measure()
    root.classList.toggle('pane', open)
    byId('panes').setAttribute('aria-expanded', String(open))
    draw()
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
    row.tabIndex = -1
    row.ariaLabel = nameOf(row)
    row.scrollIntoView({ block })
    requestAnimationFrame(() => row.scrollIntoView({ block }))
    row.focus({ preventScroll: true })
    markFor(row)
  }

  /** What a screen reader says of a row: who speaks, and its first words. */
  const nameOf = (row) => {
    const words = [...row.children].slice(0, 2).map((part) => (part.querySelector(':scope > summary') ?? part).textContent)
    return words.join(' ').replace(/\s+/gu, ' ').trim().slice(0, 120)
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
    for (const { box, filter } of trees) box.hidden = filter !== name
    for (const input of document.getElementsByName('filter')) input.checked = input.value === name
    tree().light()
    tree().mark(0, false)
    draw()
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
    const { path } = tree()
    if (path.size === 0) return
    tree().mark(Math.max(...path), true)
    tree().show(Math.max(...path))
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
      node.parentElement.closest('.first, .why, .who') ? NodeFilter.FILTER_REJECT : NodeFilter.FILTER_ACCEPT,
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
  for (const [n, context] of goneOn(0)) standing.set(pieces[n], context)
  tree().light()
  draw()
  fromAddress()
})()
