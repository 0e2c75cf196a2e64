import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Browser } from 'selenium-webdriver/bidi/generated/browser.js'
import { BrowsingContext } from 'selenium-webdriver/bidi/generated/browsing_context.js'
import { Input } from 'selenium-webdriver/bidi/generated/input.js'
import { Log } from 'selenium-webdriver/bidi/generated/log.js'
import { Script } from 'selenium-webdriver/bidi/generated/script.js'
import { Session } from 'selenium-webdriver/bidi/generated/session.js'
import bidi from 'selenium-webdriver/bidi/index.js'
import type { Drive, OtherBrowser, Size } from './drive.ts'
import { startGroup } from './group.ts'

// The module is the class itself, other than its types say.
const Connection = bidi as unknown as new (address: string) => bidi.Index

/** Starts a Firefox without a window, and resolves with the address at which it listens for WebDriver BiDi. */
async function startProcess(program: string) {
  const profile = mkdtempSync(join(tmpdir(), 'clinical-elog-firefox-'))
  const options = ['--headless', '--no-remote', '--remote-debugging-port', '0', '--profile', profile]
  const { child, end } = startGroup(program, options)
  const address = await new Promise<string>((resolve, reject) => {
    let said = ''
    child.stderr.on('data', (chunk) => {
      said += chunk
      const [, found] = /WebDriver BiDi listening on (ws:\S+)/.exec(said) ?? []
      if (found) resolve(`${found}/session`)
    })
    child.once('exit', () => reject(new Error(`Firefox ended: ${said}`)))
  })
  return {
    address,
    end: async () => {
      await end()
      rmSync(profile, { recursive: true, force: true })
    },
  }
}

/** Firefox by its own WebDriver BiDi: Debian has no geckodriver, which the library would ask for a connection. */
export async function startFirefox(program: string): Promise<OtherBrowser> {
  const { address, end } = await startProcess(program)
  const connection = new Connection(address)
  const driver = { getCapabilities: async () => new Map([['webSocketUrl', address]]), getBidi: async () => connection }
  try {
    await connection.waitForConnection()
    const { capabilities } = await (await Session.create(driver)).new({ capabilities: {} })
    const domains = {
      browser: await Browser.create(driver),
      pages: await BrowsingContext.create(driver),
      input: await Input.create(driver),
      scripts: await Script.create(driver),
      log: await Log.create(driver),
    }
    const heard = new Map<string, string[]>()
    await domains.log.onEntryAdded((entry) => {
      const { source, level, text } = entry as { source: { context?: string }; level: string; text?: string | null }
      if (level === 'error' || level === 'warn') heard.get(source.context ?? '')?.push(`${level}: ${text}`)
    })
    return {
      version: `Firefox ${capabilities.browserVersion}`,
      newPage: (size) => newPage(domains, heard, size),
      end: async () => {
        connection.close()
        await end()
      },
    }
  } catch (error) {
    connection.close()
    await end()
    throw error
  }
}

interface Domains {
  browser: Browser
  pages: BrowsingContext
  input: Input
  scripts: Script
  log: Log
}

async function newPage(
  { browser, pages, input, scripts }: Domains,
  heard: Map<string, string[]>,
  viewport: Size,
): Promise<Drive> {
  const { userContext } = await browser.createUserContext({})
  const { context } = await pages.create({ type: 'tab', userContext })
  const complaints: string[] = []
  heard.set(context, complaints)
  await pages.setViewport({ context, viewport })
  const evaluate = async (expression: string) => {
    const answer = await scripts.evaluate({ expression, awaitPromise: true, target: { context } })
    if (answer.type === 'exception') throw new Error(answer.exceptionDetails.text)
    return answer.result as { value?: unknown; sharedId?: string }
  }
  return {
    open: async (url) => void (await pages.navigate({ context, url, wait: 'interactive' })),
    reload: async () => void (await pages.reload({ context, wait: 'interactive' })),
    ask: async (script) => String((await evaluate(script)).value),
    clickAt: (x, y) => {
      const actions = [
        { type: 'pointerMove' as const, x, y },
        { type: 'pointerDown' as const, button: 0 },
        { type: 'pointerUp' as const, button: 0 },
      ]
      return input.performActions({ context, actions: [{ type: 'pointer', id: 'mouse', actions }] })
    },
    type: (keys) => {
      const actions = [...keys].flatMap((value) => [
        { type: 'keyDown' as const, value },
        { type: 'keyUp' as const, value },
      ])
      return input.performActions({ context, actions: [{ type: 'key', id: 'keyboard', actions }] })
    },
    chooseFiles: async (script, files) => {
      const { sharedId = '' } = await evaluate(script)
      await input.setFiles({ context, element: { sharedId }, files })
    },
    picture: async () => Buffer.from((await pages.captureScreenshot({ context })).data, 'base64'),
    complaints: async () => [...complaints],
    close: () => browser.removeUserContext({ userContext }),
  }
}
