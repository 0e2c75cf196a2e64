// `npm run build`: builds the browser app, and with the configuration of the server that. Vite would read what Node has
// compiled from the common temporary directory, where another user of the machine may have put it.
import { rmSync } from 'node:fs'
import { MAKING, putServerInPlace } from './sources.js'

process.env.NODE_DISABLE_COMPILE_CACHE = '1'
const isServer = process.argv.includes('vite.server.config.ts')
// Vite ends this process by itself.
if (isServer)
  process.once('exit', (status) => {
    if (status === 0) putServerInPlace()
    else rmSync(MAKING, { recursive: true, force: true })
  })
process.argv.splice(2, 0, 'build', ...(isServer ? ['--outDir', MAKING, '--emptyOutDir'] : []))
await import('../node_modules/vite/bin/vite.js')
