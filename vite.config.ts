import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

const OUT = join(import.meta.dirname, 'dist/web')

/** Compresses once at build time what the server would otherwise compress for every visitor. */
const precompressed: Plugin = {
  name: 'precompressed',
  apply: 'build',
  closeBundle() {
    for (const entry of readdirSync(OUT, { recursive: true, encoding: 'utf8' })) {
      const path = join(OUT, entry)
      if (!/\.(?:js|css|svg)$/.test(path) || statSync(path).size < 1024) continue
      const content = readFileSync(path)
      writeFileSync(`${path}.br`, brotliCompressSync(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }))
      writeFileSync(`${path}.gz`, gzipSync(content, { level: 9 }))
    }
  },
}

export default defineConfig({
  root: 'web',
  plugins: [react(), precompressed],
  build: {
    outDir: OUT,
    emptyOutDir: true,
    target: 'es2023',
    // These know light-dark(), which would otherwise be rewritten into something that follows no colour scheme.
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
    modulePreload: { polyfill: false },
    // The first screen's code in one piece, what screens share in another: fewer, better compressed answers.
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: 'first', tags: ['$initial'], priority: 2 },
            { name: 'shared', minShareCount: 2, priority: 1 },
          ],
        },
      },
    },
  },
  server: { proxy: { '/api': { target: process.env.API_URL ?? 'http://127.0.0.1:3000', changeOrigin: false } } },
})
