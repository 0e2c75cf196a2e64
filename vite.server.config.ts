import { relative } from 'node:path'
import { defineConfig, type Plugin } from 'vite'

const ROOT = import.meta.dirname
const IN_PIECES = ['zod', 'fastify-type-provider-zod', 'kysely']

/** Lets each module find what lies beside its source: workers, programs of their own, texts, fonts, migrations. */
const besideItsSource: Plugin = {
  name: 'beside-its-source',
  enforce: 'pre',
  transform(code, id) {
    if (!id.startsWith(`${ROOT}/server/`) || !/import\.meta\.(?:url|dirname)/.test(code)) return undefined
    const url = `new URL(${JSON.stringify(`../../${relative(ROOT, id)}`)}, import.meta.url)`
    const written = code
      .replaceAll('import.meta.url', `${url}.href`)
      .replaceAll('import.meta.dirname', `decodeURIComponent(new URL('.', ${url}).pathname).slice(0, -1)`)
    return { code: written, map: null }
  },
}

/**
 * The server in one file (`npm run build`), with its libraries of many files: reading a file for each module takes half of
 * a start (docs/decisions/0099-built-server.md). Tests and commands run the sources.
 */
export default defineConfig({
  plugins: [besideItsSource],
  build: {
    ssr: 'server/main.ts',
    // scripts/build.js builds beside it, and puts it in place.
    outDir: 'dist/server',
    copyPublicDir: false,
    target: 'esnext',
    minify: false,
    // For the places of errors (server/core/source-places.ts).
    sourcemap: true,
    // Beside each other: `besideItsSource` counts the folders.
    rolldownOptions: { output: { chunkFileNames: '[name]-[hash].js', sourcemapExcludeSources: true } },
  },
  ssr: { noExternal: IN_PIECES },
})
