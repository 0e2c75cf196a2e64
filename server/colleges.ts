// `npm run colleges -- <add|list|upgrade|backup|check|remove>`: the colleges of an installation that serves many, beside
// the server or while it is off, with the installation's own settings.

import { createInterface } from 'node:readline/promises'
import { parseArgs } from 'node:util'
import { keepCollegeClock } from '../shared/college-clock.ts'
import { counted } from '../shared/labels.ts'
import { addCollege, prepareDatabase } from './colleges/adding.ts'
import { forEach } from './colleges/each.ts'
import { checkCollege, describe } from './colleges/looking.ts'
import { environmentOf } from './colleges/programs.ts'
import { type College, collegeIn, collegeNames, folderOf } from './colleges/registry.ts'
import { backUp, removeCollege } from './colleges/removing.ts'
import { type InstallationSettings, readInstallation } from './colleges/settings.ts'
import type { OpenDatabase } from './db/open.ts'
import { ensureFirstAdmin } from './features/accounts/first-admin.writes.ts'
import { holdsFiles } from './features.ts'
import { checkInstallation } from './files/installation.ts'
import { openFileStore } from './files/open.ts'
import { becomeOwnerOf } from './machine/colleges-directory.ts'
import type { Settings } from './settings.ts'
import { beforeUpgrade } from './upgrading.ts'

const USAGE = `Say what to do:
  npm run colleges -- add <name> --host <host> [--name "<college>"] [--admin-email <email>] [--database-url <url> --owner-url <url>]
  npm run colleges -- list
  npm run colleges -- upgrade [<name> …]
  npm run colleges -- backup [<name> …]
  npm run colleges -- check [<name> …]
  npm run colleges -- remove <name> [--yes <name>]`
const UPGRADED_AT_ONCE = 4
const LOOKED_AT_ONCE = 8

const say = (line: string) => process.stdout.write(`${line}\n`)

async function begin(opened: OpenDatabase, settings: Settings, tell: (line: string) => void): Promise<void> {
  await checkInstallation(opened.db, await openFileStore(settings), holdsFiles)
  await ensureFirstAdmin(opened.db, settings, tell)
}

type Options = ReturnType<typeof readOptions>

const readOptions = (args: string[]) =>
  parseArgs({
    args,
    allowPositionals: true,
    options: {
      host: { type: 'string' },
      name: { type: 'string' },
      'admin-email': { type: 'string' },
      'database-url': { type: 'string' },
      'owner-url': { type: 'string' },
      yes: { type: 'string' },
    },
  })

async function add(installation: InstallationSettings, { values, positionals: [, name, ...rest] }: Options) {
  if (!name || !values.host || rest.length > 0) throw new Error(USAGE)
  const lines = await addCollege(
    installation,
    {
      name,
      host: values.host,
      collegeName: values.name,
      adminEmail: values['admin-email'],
      databaseUrl: values['database-url'],
      ownerUrl: values['owner-url'],
    },
    begin,
  )
  say(`Added ${name}, at ${values.host}. A running server notices it within seconds.`)
  for (const line of lines) say(line)
}

async function remove(installation: InstallationSettings, { values, positionals: [, name = '', ...rest] }: Options) {
  if (!name || rest.length > 0) throw new Error(USAGE)
  if (!collegeNames(installation).includes(name)) throw new Error(`there is no college ${name}`)
  const college = collegeIn(folderOf(installation, name), name, installation)
  if (values.yes === undefined && process.stdin.isTTY) {
    const asking = createInterface({ input: process.stdin, output: process.stdout })
    values.yes = await asking.question(`This drops the database and the files of ${name}. Type its name: `)
    asking.close()
  }
  if (values.yes !== name) throw new Error(`to remove it, type its name, or say --yes ${name}`)
  for (const line of await removeCollege(installation, college)) say(line)
  say(`Removed ${name}.`)
}

/** Upgrades a college's database as a start does that of a single one: with a backup first where there is no way back. */
async function upgrade(college: College) {
  const { settings } = college
  const told = (_: object, line: string) => say(`${college.name}: ${line}`)
  const upgraded = { settings, log: { info: told, warn: told }, environment: environmentOf(college) }
  const opened = await prepareDatabase(settings, (owner, config) => beforeUpgrade(owner, config, upgraded))
  await opened.close()
  return { isWell: true, line: 'up to date' }
}

/** Does what is said of all colleges or some. @returns the exit code */
async function main(): Promise<number> {
  const options = readOptions(process.argv.slice(2))
  const [what = '', ...only] = options.positionals
  const installation = readInstallation(process.env)
  keepCollegeClock(installation.own.COLLEGE_TIMEZONE)
  becomeOwnerOf(installation.directory)
  if (what === 'add' || what === 'remove') {
    await (what === 'add' ? add : remove)(installation, options)
    return 0
  }
  const each = {
    list: { atOnce: LOOKED_AT_ONCE, work: describe },
    check: { atOnce: 2, work: (college: College) => checkCollege(college, holdsFiles) },
    upgrade: { atOnce: UPGRADED_AT_ONCE, work: upgrade },
    backup: {
      atOnce: 1,
      work: async (college: College) => ({
        isWell: true,
        line: await backUp(college, undefined),
      }),
    },
  }[what]
  if (!each) throw new Error(USAGE)
  const failed = await forEach(installation, { only, atOnce: each.atOnce }, say, each.work)
  if (failed.length > 0) say(`${counted(failed.length, 'college')} failed: ${failed.join(', ')}`)
  return failed.length > 0 ? 1 : 0
}

process.exitCode = await main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  return 2
})
