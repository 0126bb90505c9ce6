// Opens a session with pi's own SessionManager and builds its context, for comparison: context.mjs DIST FILE
const [dist, file] = process.argv.slice(2)
const { SessionManager } = await import(`${dist}/core/session-manager.js`)
const start = performance.now()
const session = SessionManager.open(file)
const opened = performance.now()
const { messages } = session.buildSessionContext()
const ended = performance.now()
console.log(
  JSON.stringify({
    entries: session.getEntries().length,
    messages: messages.length,
    openMs: opened - start,
    ms: ended - opened,
  }),
)
