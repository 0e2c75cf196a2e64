// Some registries do not serve every other-platform binary of a new release. npm then leaves it out of the lock, and
// `npm ci` refuses that lock ("Missing … from lock file"). This adds an entry for each optional platform package that
// the lock names but does not hold; npm skips it on any platform it is not for. Run it after `npm install <package>`.
import { readFileSync, writeFileSync } from 'node:fs'

const SYSTEMS = {
  darwin: 'darwin',
  linux: 'linux',
  win32: 'win32',
  windows: 'win32',
  android: 'android',
  freebsd: 'freebsd',
  openharmony: 'openharmony',
}
const PROCESSORS = ['arm64', 'x64', 'ia32', 'arm', 'ppc64', 's390x', 'riscv64', 'loong64', 'mips64el', 'wasm32']

/** The platform that a binary package's name tells: `@x/binding-linux-arm-gnueabihf` → linux, arm. */
function platformOf(name) {
  const words = name.split('/').at(-1).split('-')
  const os = words.map((word) => SYSTEMS[word]).find(Boolean)
  const cpu = words.find((word) => PROCESSORS.includes(word))
  return { os: [os ?? 'none'], cpu: [cpu ?? 'none'] }
}

const lock = JSON.parse(readFileSync('package-lock.json', 'utf8'))
const added = []
for (const [path, entry] of Object.entries(lock.packages)) {
  for (const [name, version] of Object.entries(entry.optionalDependencies ?? {})) {
    const held = [`${path}/node_modules/${name}`, `node_modules/${name}`].some((place) => place in lock.packages)
    if (held || path === '') continue
    lock.packages[`node_modules/${name}`] = {
      version: version.replace(/^[^\d]*/, ''),
      ...platformOf(name),
      ...(entry.dev ? { dev: true } : {}),
      license: entry.license,
      optional: true,
    }
    added.push(`${name}@${version}`)
  }
}
lock.packages = Object.fromEntries(Object.entries(lock.packages).sort(([a], [b]) => (a < b ? -1 : 1)))
writeFileSync('package-lock.json', `${JSON.stringify(lock, null, 2)}\n`)
process.stdout.write(`${added.length} platform packages added to the lock\n`)
