import { readFileSync } from 'node:fs'
import { relative } from 'node:path'
import { build, defineConfig, type Plugin, type Rolldown } from 'vite'

const ROOT = import.meta.dirname
/** The libraries that a start reads. */
const READ_AT_START = [
  'zod',
  'fastify-type-provider-zod',
  'kysely',
  'fastify',
  'fastify-plugin',
  '@fastify/helmet',
  '@fastify/multipart',
  '@fastify/static',
  'pg',
  'standardwebhooks',
  'saxes',
  'otpauth',
  'ical-generator',
  'csv-stringify',
  'cookie',
  'ipaddr.js',
]
/** The names of these libraries, and of all that they need. */
function withNeeded(names: readonly string[], found = new Set<string>()): Set<string> {
  for (const name of names.filter((one) => !found.has(one))) {
    found.add(name)
    const { dependencies = {} } = JSON.parse(readFileSync(`${ROOT}/node_modules/${name}/package.json`, 'utf8'))
    withNeeded(Object.keys(dependencies), found)
  }
  return found
}

/** Lets each module find what lies beside its source: workers, programs of their own, texts, fonts, migrations. */
const besideItsSource: Plugin = {
  name: 'beside-its-source',
  enforce: 'pre',
  transform(code, id) {
    if (id === READER.started || !id.startsWith(`${ROOT}/server/`) || !/import\.meta\.(?:url|dirname)/.test(code))
      return undefined
    const url = `new URL(${JSON.stringify(`../../${relative(ROOT, id)}`)}, import.meta.url)`
    const written = code
      .replaceAll('import.meta.url', `${url}.href`)
      .replaceAll('import.meta.dirname', `decodeURIComponent(new URL('.', ${url}).pathname).slice(0, -1)`)
    return { code: written, map: null }
  },
}

const READER = {
  started: `${ROOT}/server/documents/sheets/read.ts`,
  source: `${ROOT}/server/documents/sheets/worker.ts`,
  named: "new URL('./worker.ts', import.meta.url)",
}

/** Builds the thread that reads a sheet, with all its libraries; returns its files, the first of them the one to start. */
async function builtReader(): Promise<Rolldown.OutputChunk[]> {
  const built = await build({
    configFile: false,
    logLevel: 'error',
    build: {
      ssr: READER.source,
      write: false,
      target: 'esnext',
      minify: false,
      rolldownOptions: {
        output: { entryFileNames: 'sheet-reader-[hash].js', chunkFileNames: 'sheet-reader-[name]-[hash].js' },
      },
    },
    ssr: { noExternal: true },
  })
  const { output } = built as Rolldown.RolldownOutput
  const chunks = output.filter((one) => one.type === 'chunk')
  return chunks.toSorted((one, other) => Number(other.isEntry) - Number(one.isEntry))
}

/**
 * Puts the built thread beside the server. Each imported file has a thread of its own, so that it starts as often as
 * files are read. Its name has its content in it: a server that runs goes on with the thread that it knows.
 */
const readerBeside: Plugin = {
  name: 'reader-beside',
  enforce: 'pre',
  async transform(code, id) {
    if (id !== READER.started) return undefined
    if (!code.includes(READER.named)) throw new Error(`${READER.started} starts its thread in another way`)
    const [entry, ...others] = await builtReader()
    if (!entry) throw new Error('The thread was not built')
    for (const { fileName, code: built } of [entry, ...others])
      this.emitFile({ type: 'prebuilt-chunk', fileName, code: built })
    return { code: code.replace(READER.named, `new URL('./${entry.fileName}', import.meta.url)`), map: null }
  },
}

/** Fastify and its plugin read these for what this server never asks of them, and take from them no more than this. */
const READ_LATER: Readonly<Record<string, readonly string[]>> = {
  'node:http2': ['createServer', 'createSecureServer'],
  glob: ['glob'],
}
const LATER = '\0later:'

/** Reads them when they are called. */
const readLater: Plugin = {
  name: 'read-later',
  enforce: 'pre',
  resolveId: {
    filter: { id: new RegExp(`^(?:${Object.keys(READ_LATER).join('|')})$`) },
    handler: (id) => LATER + id,
  },
  load: {
    filter: { id: new RegExp(`^${LATER}`) },
    handler(id) {
      const name = id.slice(LATER.length)
      const calls = READ_LATER[name]?.map(
        (call) => `export const ${call} = (...given) => read('${name}').${call}(...given)`,
      )
      return [
        "import { createRequire } from 'node:module'",
        'const read = createRequire(import.meta.url)',
        ...(calls ?? []),
      ].join('\n')
    },
  },
}

/** An import of these reads all that they export: also Node's fetch and WebSocket, a tenth of a start. */
const READ_WHOLE = /^node:(?:https?|dns)$/
const TAKEN = '\0taken:'

/** Takes them from Node without what is made only when it is asked for. */
const takenFromNode: Plugin = {
  name: 'taken-from-node',
  enforce: 'pre',
  resolveId: { filter: { id: READ_WHOLE }, handler: (id) => TAKEN + id },
  load: {
    filter: { id: new RegExp(`^${TAKEN}`) },
    handler(id) {
      const name = id.slice(TAKEN.length)
      const found = Object.getOwnPropertyDescriptors(process.getBuiltinModule(name))
      const names = Object.keys(found).filter((one) => !found[one]?.get)
      return `export const { ${names.join(', ')} } = process.getBuiltinModule('${name}')`
    },
  },
}

/**
 * The server in one file (`npm run build`), with its libraries of many files: reading a file for each module takes half of
 * a start (docs/decisions/0099-built-server.md). Tests and commands run the sources.
 */
export default defineConfig({
  plugins: [readerBeside, besideItsSource, readLater, takenFromNode],
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
  ssr: { noExternal: [...withNeeded(READ_AT_START)] },
})
