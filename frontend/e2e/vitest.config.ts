import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    root: import.meta.dirname,
    environment: 'node',
    // Timings (make bench) are apart from tests: they are figures to read, not verdicts.
    include: [process.env['BENCH'] === undefined ? '**/*.test.ts' : '**/*.bench.ts'],
    passWithNoTests: true,
    globalSetup: ['./build.ts'],
    // One browser at a time: the tests watch time as well.
    fileParallelism: false,
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
})
