// Lists the sessions of a folder with pi's own SessionManager, for comparison: list.mjs DIST CWD FOLDER
const [dist, cwd, folder] = process.argv.slice(2)
const { SessionManager } = await import(`${dist}/core/session-manager.js`)
const start = performance.now()
const list = await SessionManager.list(cwd, folder)
const ms = performance.now() - start
const messages = list.reduce((sum, info) => sum + info.messageCount, 0)
console.log(JSON.stringify({ sessions: list.length, messages, ms }))
