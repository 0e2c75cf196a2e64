// `npm run build`: builds the browser app, and with the configuration of the server that. Vite would read what Node has
// compiled from the common temporary directory, where another user of the machine may have put it.
import { noteSources } from './sources.js'

process.env.NODE_DISABLE_COMPILE_CACHE = '1'
// Vite ends this process by itself.
if (process.argv.includes('vite.server.config.ts')) process.once('exit', (status) => status === 0 && noteSources())
process.argv.splice(2, 0, 'build')
await import('../node_modules/vite/bin/vite.js')
