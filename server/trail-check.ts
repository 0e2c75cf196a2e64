// `npm run trail:check`: finds what was changed in the audit trail, or taken from it. With the server's own settings,
// beside it or while it is off. Arguments are copies of trail-heads.log that were kept
// elsewhere.

import { existsSync } from 'node:fs'
import { counted } from '../shared/labels.ts'
import { headsFile, readHeads } from './core/trail-heads.ts'
import { connect } from './db/open.ts'
import { reachEmbedded } from './db/reach.ts'
import { checkTrail } from './features/audit/trail-check.reads.ts'
import { readSettings } from './settings.ts'

const MOST_LINES = 500

const say = (line: string) => process.stdout.write(`${line}\n`)

async function main(): Promise<number> {
  const settings = readSettings(process.env)
  const own = headsFile(settings.DATA_DIR)
  const files = [...(existsSync(own) ? [own] : []), ...process.argv.slice(2)]
  const noted = files.map((file) => ({ file, ...readHeads(file) }))

  const opened = settings.DATABASE_URL
    ? {
        ...connect({ connectionString: settings.DATABASE_URL, isPooled: settings.DATABASE_POOLER !== undefined }),
        isServed: true,
      }
    : await reachEmbedded(settings.DATA_DIR)
  try {
    let said = 0
    const find = (line: string) => {
      said += 1
      if (said <= MOST_LINES) say(line)
    }
    for (const { file, unreadable } of noted) for (const line of unreadable) find(`${file}: line ${line} says no head.`)
    const heads = noted.flatMap((file) => file.heads)
    const report = await checkTrail(opened.db, { heads, isServed: opened.isServed }, find)
    if (report.seals > 0 && files.length === 0)
      find(`${own} is missing: whether the end of the trail was cut off can't be told.`)
    if (said > MOST_LINES) say(`… and ${said - MOST_LINES} more.`)
    const waiting = report.unsealed > 0 ? `, ${report.unsealed} not sealed yet` : ''
    const removals =
      report.removals > 0 ? `; rows were removed by their time, as ${counted(report.removals, 'row')} tell` : ''
    const kept = `${counted(heads.length, 'head')} from outside the database`
    say(`${counted(report.rows, 'row')}${waiting}; ${counted(report.seals, 'seal')}; ${kept}${removals}.`)
    say(said === 0 ? 'The audit trail is whole.' : `The audit trail is not whole: ${counted(said, 'finding')}.`)
    return said === 0 ? 0 : 1
  } finally {
    await opened.close()
  }
}

process.exitCode = await main().catch((error: unknown) => {
  process.stderr.write(`The audit trail can't be checked: ${error instanceof Error ? error.message : String(error)}\n`)
  return 2
})
