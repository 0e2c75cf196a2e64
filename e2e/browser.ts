import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { chromium } from '@playwright/test'

const CACHE = join(import.meta.dirname, '../node_modules/.cache/clinical-elog')
const SYSTEM = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/chrome-headless-shell',
]

/** The flags with which it works as root, in a container and without a network. */
export const BROWSER_FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

export interface Browser {
  executablePath: string
  /** Added to the environment: where its own libraries and fonts lie. */
  env: Record<string, string>
}

/** Unpacks the Chromium inside @sparticuz/chromium once: into a private directory, then renamed. */
function unpacked(): Browser {
  const manifest = join(import.meta.dirname, '../node_modules/@sparticuz/chromium/package.json')
  const { version } = JSON.parse(readFileSync(manifest, 'utf8'))
  const home = join(CACHE, `chromium-${version}`)
  if (!existsSync(home)) {
    mkdirSync(CACHE, { recursive: true })
    const room = mkdtempSync(join(CACHE, 'unpacking-'))
    const script = `import chromium, { inflate } from '@sparticuz/chromium'
      await chromium.executablePath()
      await inflate('node_modules/@sparticuz/chromium/bin/al2023.tar.br')`
    execFileSync(process.execPath, ['--input-type=module', '-e', script], {
      cwd: join(import.meta.dirname, '..'),
      env: { ...process.env, TMPDIR: room },
      stdio: 'ignore',
    })
    try {
      renameSync(room, home)
    } catch {
      // Another run was quicker.
      rmSync(room, { recursive: true, force: true })
    }
  }
  const libraries = [process.env.LD_LIBRARY_PATH, join(home, 'al2023/lib')].filter(Boolean).join(':')
  return {
    executablePath: join(home, 'chromium'),
    env: {
      LD_LIBRARY_PATH: libraries,
      ...(existsSync('/etc/fonts/fonts.conf') ? {} : { FONTCONFIG_PATH: join(home, 'fonts') }),
    },
  }
}

/** The browser to test with: the one named, else Playwright's, else the system's, else the one that npm brought. */
export function findBrowser(): Browser {
  const { CHROMIUM_PATH: named, CHROMIUM_LIBRARY_PATH: libraries } = process.env
  if (named) return { executablePath: named, env: libraries ? { LD_LIBRARY_PATH: libraries } : {} }
  const found = [chromium.executablePath(), ...SYSTEM].find((path) => existsSync(path))
  return found ? { executablePath: found, env: {} } : unpacked()
}
