import { existsSync, globSync } from 'node:fs'
import type { OtherBrowser } from './drive.ts'
import { startFirefox } from './firefox.ts'
import { startWebKit } from './webkit.ts'

interface Kind {
  name: 'Firefox' | 'WebKit'
  /** The command that brings it. */
  install: string
  /** Starts it, where it is on this machine. */
  start?: () => Promise<OtherBrowser>
}

const first = (...places: string[]) => globSync(places).find((place) => existsSync(place))

function firefox(): Kind {
  const program = process.env.FIREFOX_PATH ?? first('/usr/bin/firefox-esr', '/usr/lib/firefox/firefox')
  const start = program === undefined ? undefined : () => startFirefox(program)
  return { name: 'Firefox', install: 'apt-get install firefox-esr', ...(start && { start }) }
}

function webkit(): Kind {
  const driver = first('/usr/bin/WebKitWebDriver')
  const display = first('/usr/bin/Xvfb')
  // Debian keeps it in the folder of the machine's kind, and one for each version of the library.
  const browser = first('/usr/lib/*/webkit2gtk-4.1/MiniBrowser')
  const isWhole = driver !== undefined && browser !== undefined && display !== undefined
  const start = isWhole ? () => startWebKit({ driver, browser, display }) : undefined
  return { name: 'WebKit', install: 'apt-get install webkit2gtk-driver xvfb', ...(start && { start }) }
}

/** The browsers besides Chromium that journeys are run in. Nothing fetches them: whoever tests installs them. */
export const OTHER_BROWSERS: readonly Kind[] = [firefox(), webkit()]

export const leftOutText = ({ name, install }: Kind) =>
  `the journeys in ${name}: left out, since it is not on this machine; on Debian, as root: ${install}`
