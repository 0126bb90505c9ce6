import { defineConfig } from 'vitest/config'

const { BENCH, GALLERY } = process.env
const kind = BENCH !== undefined ? 'bench' : GALLERY !== undefined ? 'shots' : 'test'

export default defineConfig({
  test: {
    root: import.meta.dirname,
    environment: 'node',
    // Timings (make bench) and the gallery (make screenshots) are apart from tests: they are to be read, not verdicts.
    include: [`**/*.${kind}.ts`],
    passWithNoTests: true,
    globalSetup: ['./build.ts'],
    // One browser at a time: the tests watch time as well.
    fileParallelism: false,
    // As long as the page is waited for: on a busy machine an answer takes its time.
    expect: { poll: { timeout: 10_000 } },
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
})
