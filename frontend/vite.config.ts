import { svelte } from '@sveltejs/vite-plugin-svelte'
import type { Plugin } from 'vite'
import { defineConfig } from 'vitest/config'

/** The development server puts styles into the page, which the content policy of the app refuses. */
const devStyles: Plugin = {
  name: 'dev-styles',
  apply: 'serve',
  transformIndexHtml: (html) => html.replace("style-src 'self'", "style-src 'self' 'unsafe-inline'"),
}

export default defineConfig({
  // No page is answered for what is not there: the back end answers for pictures and texts.
  appType: 'mpa',
  plugins: [svelte(), devStyles],
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
