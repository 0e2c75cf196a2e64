// `npm run build`: builds the browser app. Vite would read what Node has compiled from the common temporary directory,
// where another user of the machine may have put it.
process.env.NODE_DISABLE_COMPILE_CACHE = '1'
process.argv.splice(2, 0, 'build')
await import('../node_modules/vite/bin/vite.js')
