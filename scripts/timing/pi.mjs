// Opens a session with pi's own SessionManager, for comparison: pi.mjs DIST FILE
const [dist, file] = process.argv.slice(2)
const { SessionManager } = await import(`${dist}/core/session-manager.js`)
const start = performance.now()
const session = SessionManager.open(file)
const ms = performance.now() - start
console.log(JSON.stringify({ entries: session.getEntries().length, ms }))
