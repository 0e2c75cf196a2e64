import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Builder, Capabilities, Origin, type WebElement } from 'selenium-webdriver'
import { listening } from '../listening.ts'
import { freePort } from '../product.ts'
import type { Drive, OtherBrowser, Size } from './drive.ts'
import { type ProcessGroup, startGroup } from './group.ts'

/** The programs that WebKit needs here. */
export interface WebKitPrograms {
  driver: string
  browser: string
  display: string
}

/** Makes the window's own bar so small that it is as narrow as a phone. Pages have a style of their own. */
const NARROW = '* { min-width: 0; min-height: 0; padding: 0; margin: 0; border-width: 0; font-size: 1px; }'

/**
 * Notes what the page complains of once it is loaded: the driver tells nothing of the console, and what the browser
 * prints of it comes to nobody.
 */
const NOTE = `
  const note = (...words) =>
    sessionStorage.setItem('complaints', (sessionStorage.getItem('complaints') ?? '') + words.join(' ') + '\\n')
  for (const level of ['error', 'warn']) {
    const tell = console[level]
    console[level] = (...words) => { note(level, ...words); tell(...words) }
  }
  addEventListener('error', ({ message }) => note('uncaught', message))
  addEventListener('unhandledrejection', ({ reason }) => note('unhandled', reason))
  addEventListener('securitypolicyviolation', ({ blockedURI }) => note('refused by the policy', blockedURI))`

/** WebKitGTK's own small browser, on a screen that nobody sees. */
export async function startWebKit(programs: WebKitPrograms): Promise<OtherBrowser> {
  const home = mkdtempSync(join(tmpdir(), 'clinical-elog-webkit-'))
  mkdirSync(join(home, 'gtk-3.0'))
  writeFileSync(join(home, 'gtk-3.0/gtk.css'), NARROW)
  const started: ProcessGroup[] = []
  const end = async () => {
    await Promise.all(started.map((group) => group.end()))
    rmSync(home, { recursive: true, force: true })
  }
  try {
    const screen = ['-displayfd', '1', '-nolisten', 'tcp', '-screen', '0', '1400x1000x24']
    const display = startGroup(programs.display, screen)
    started.push(display)
    const [number] = await once(display.child.stdout, 'data')
    const env = { ...process.env, DISPLAY: `:${String(number).trim()}`, XDG_CONFIG_HOME: home, NO_AT_BRIDGE: '1' }
    const port = await freePort()
    started.push(startGroup(programs.driver, [`--port=${port}`], env))
    await listening(port)
    let version = ''
    const newPage = async (size: Size) => {
      const session = await newSession(port, programs.browser)
      version = (await session.getCapabilities()).getBrowserVersion() ?? ''
      return drive(session, size)
    }
    await (await newPage({ width: 800, height: 600 })).close()
    return { version: `WebKitGTK ${version}`, newPage, end }
  } catch (error) {
    await end()
    throw error
  }
}

type Session = Awaited<ReturnType<typeof newSession>>

/** A session is a browser of its own, which keeps nothing. */
function newSession(port: number, binary: string) {
  const args = ['--automation']
  const capabilities = new Capabilities({ browserName: 'MiniBrowser', 'webkitgtk:browserOptions': { binary, args } })
  return new Builder().usingServer(`http://127.0.0.1:${port}`).withCapabilities(capabilities).build()
}

async function drive(session: Session, size: Size): Promise<Drive> {
  const window = session.manage().window()
  await window.setRect({ x: 0, y: 0, ...size })
  const height = Number(await session.executeScript('return innerHeight'))
  await window.setRect({ x: 0, y: 0, width: size.width, height: 2 * size.height - height })
  // A page that leads elsewhere at once, as to the sign-in, breaks the script off.
  const note = () => session.executeScript(NOTE).catch(() => session.executeScript(NOTE))
  return {
    open: async (address) => {
      await session.get(address)
      await note()
    },
    reload: async () => {
      await session.navigate().refresh()
      await note()
    },
    ask: async (script) => String(await session.executeScript(`return ${script}`)),
    clickAt: (x, y) => session.actions().move({ x, y, origin: Origin.VIEWPORT, duration: 0 }).click().perform(),
    type: (keys) => session.actions().sendKeys(keys).perform(),
    chooseFiles: async (script, paths) => {
      const field = await session.executeScript<WebElement>(`return ${script}`)
      await field.sendKeys(paths.join('\n'))
    },
    picture: async () => Buffer.from(await session.takeScreenshot(), 'base64'),
    complaints: async () => {
      const noted = await session.executeScript<string | null>(`return sessionStorage.getItem('complaints')`)
      return (noted ?? '').split('\n').filter(Boolean)
    },
    close: () => session.quit(),
  }
}
