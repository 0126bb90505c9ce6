// Appends labels to a session with pi's own SessionManager, for comparison: append.mjs DIST FILE
const [dist, file] = process.argv.slice(2)
const { SessionManager } = await import(`${dist}/core/session-manager.js`)
const session = SessionManager.open(file)
const root = session.getEntries()[0].id
const ms = []
for (let i = 0; i < 21; i++) {
  const start = performance.now()
  session.appendLabelChange(root, 'mark')
  ms.push(performance.now() - start)
}
console.log(JSON.stringify({ entries: session.getEntries().length, ms }))
