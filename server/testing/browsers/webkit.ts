import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Builder, Capabilities, Origin, type WebElement } from 'selenium-webdriver'
import { listening } from '../listening.ts'
import { freePort } from '../product.ts'
import type { Drive, OtherBrowser, Size } from './drive.ts'

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

/** A process with its children: the driver starts the browser, and the browser one for each page. */
function startGroup(program: string, options: string[], env: NodeJS.ProcessEnv): ChildProcess {
  return spawn(program, options, { env, detached: true, stdio: ['ignore', 'pipe', 'ignore'] })
}

async function endGroup(child: ChildProcess): Promise<void> {
  const isOver = child.exitCode !== null || child.signalCode !== null
  const ended = isOver ? undefined : once(child, 'exit')
  killGroup(child)
  await ended
}

function killGroup(child: ChildProcess): void {
  try {
    process.kill(-(child.pid ?? Number.NaN), 'SIGKILL')
  } catch {
    // All of them have ended.
  }
}

/** WebKitGTK's own small browser, on a screen that nobody sees. */
export async function startWebKit(programs: WebKitPrograms): Promise<OtherBrowser> {
  const home = mkdtempSync(join(tmpdir(), 'clinical-elog-webkit-'))
  mkdirSync(join(home, 'gtk-3.0'))
  writeFileSync(join(home, 'gtk-3.0/gtk.css'), NARROW)
  const started: ChildProcess[] = []
  const killAll = () => started.forEach(killGroup)
  process.once('exit', killAll)
  const end = async () => {
    await Promise.all(started.map(endGroup))
    process.off('exit', killAll)
    rmSync(home, { recursive: true, force: true })
  }
  try {
    const screen = ['-displayfd', '1', '-nolisten', 'tcp', '-screen', '0', '1400x1000x24']
    const display = startGroup(programs.display, screen, process.env)
    started.push(display)
    const [number] = await once(display.stdout as NodeJS.ReadableStream, 'data')
    const env = { ...process.env, DISPLAY: `:${String(number).trim()}`, XDG_CONFIG_HOME: home, NO_AT_BRIDGE: '1' }
    const port = await freePort()
    const driver = startGroup(programs.driver, [`--port=${port}`], env)
    started.push(driver)
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
  return {
    open: async (address) => {
      await session.get(address)
      await session.executeScript(NOTE)
    },
    reload: async () => {
      await session.navigate().refresh()
      await session.executeScript(NOTE)
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
