// Stands in for the window's bridge in an ordinary browser: bound methods by
// POST, events by EventSource. The generated bindings run on it unchanged.
;(() => {
  'use strict'

  const call = async (method, args) => {
    let answer
    try {
      const response = await fetch('/call/' + method, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify(args),
      })
      const text = await response.text()
      if (!response.ok) throw text.startsWith('{') ? text : failure('internal', text.trim() || 'HTTP ' + response.status)
      answer = JSON.parse(text)
    } catch (cause) {
      throw cause instanceof Error ? failure('gone', 'Branchline does not answer; it may have been stopped.') : cause
    }
    if (answer.error !== undefined) throw answer.error
    return answer.result
  }
  const failure = (kind, message) => JSON.stringify({ kind, message })

  const own = {
    // A browser opens links itself, once Go has allowed the address.
    async OpenLink(address) {
      await call('OpenLink', [address])
      window.open(address, '_blank', 'noopener,noreferrer')
    },
  }
  const App = new Proxy(own, {
    get: (target, method) => target[method] ?? ((...args) => call(String(method), args)),
  })
  window.go = { main: { App } }

  const listeners = new Map()
  const EventsOnMultiple = (name, callback, max) => {
    const entry = { callback, left: max }
    if (!listeners.has(name)) listeners.set(name, new Set())
    listeners.get(name).add(entry)
    return () => listeners.get(name)?.delete(entry)
  }
  const notify = (name, ...payload) => {
    for (const entry of [...(listeners.get(name) ?? [])]) {
      if (entry.left > 0 && --entry.left === 0) listeners.get(name).delete(entry)
      entry.callback(...payload)
    }
  }
  let connected = false
  const source = new EventSource('/events')
  source.addEventListener('message', (message) => {
    const { name, payload } = JSON.parse(message.data)
    notify(name, payload)
  })
  source.addEventListener('open', () => {
    // What was said while the line was down is lost: let the page ask again.
    if (connected) notify('resumed', {})
    connected = true
  })

  const copy = async (text) => {
    try {
      await navigator.clipboard.writeText(text)
      return true
    } catch {
      return false
    }
  }
  const log = (level) => (text) => console[level](text)
  window.runtime = {
    LogPrint: log('log'),
    LogTrace: log('debug'),
    LogDebug: log('debug'),
    LogInfo: log('info'),
    LogWarning: log('warn'),
    LogError: log('error'),
    LogFatal: log('error'),
    EventsOnMultiple,
    EventsOn: (name, callback) => EventsOnMultiple(name, callback, -1),
    EventsOnce: (name, callback) => EventsOnMultiple(name, callback, 1),
    EventsOff: (...names) => names.forEach((name) => listeners.delete(name)),
    EventsOffAll: () => listeners.clear(),
    EventsEmit: notify,
    BrowserOpenURL: (address) => void App.OpenLink(address),
    ClipboardSetText: copy,
    ClipboardGetText: () => navigator.clipboard.readText(),
    OnFileDrop() {},
    OnFileDropOff() {},
    CanResolveFilePaths: () => false,
    WindowSetTitle: (title) => void (document.title = title),
    WindowReload: () => location.reload(),
    WindowReloadApp: () => location.reload(),
    Environment: async () => ({ buildType: 'production', platform: 'browser', arch: '' }),
  }
})()
