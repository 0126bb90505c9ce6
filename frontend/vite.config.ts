import { svelte } from '@sveltejs/vite-plugin-svelte'
import { defineConfig } from 'vitest/config'

export default defineConfig({
  plugins: [svelte()],
  build: {
    // The windows the app runs in are WebKitGTK 2.40, WebView2 and WKWebView of the last years.
    target: ['safari16.4', 'chrome111'],
    outDir: 'dist',
    emptyOutDir: true,
    // Inlined assets would be data: addresses, which the content policy allows for pictures only.
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 800,
  },
  server: { host: '127.0.0.1', strictPort: false },
  resolve: process.env['VITEST'] ? { conditions: ['browser'] } : {},
  test: {
    environment: 'node',
    include: ['src/**/*.test.ts'],
  },
})
