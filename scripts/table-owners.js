// Each table has one owner, who alone inserts, updates and deletes there.
import { FEATURES } from '../server/features.ts'

/** Owner, a file of `server` outside the features, → its tables. */
const OWNED = {
  'db/retention.ts': ['retention'],
  'core/secrets.ts': ['secrets'],
  'core/login.ts': ['logins'],
  'http/idempotency.ts': ['idempotency_keys'],
  'http/costly.ts': ['costly_calls'],
  'http/amounts.ts': ['day_amounts'],
  'core/security-log-store.ts': ['security_log'],
  'core/trail.ts': ['audit'],
  'core/troubles.ts': ['troubles'],
}
const owned = [
  ...Object.entries(OWNED),
  ...Object.entries(FEATURES).map(([name, { tables = [] }]) => [`features/${name}/`, tables]),
]
const OWNERS = new Map(owned.flatMap(([owner, tables]) => tables.map((table) => [table, owner])))

const BUILT = /\.(?:insertInto|updateTable|deleteFrom)\(\s*(?:'(\w+)|(\w))/g
const RAW = /\b(?:insert\s+into|update|delete\s+from|merge\s+into|truncate(?:\s+table)?)\s+(\w+)/gi
const READ_RAW = /\b(?:from|join)\s+(\w+)/gi
const withoutComments = (text) => text.replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$|\s\/\/ .*$/gm, '')

/** Returns what a file of `server` does with tables that are not its own; `tables` are all there are. */
export function tableProblems(file, text, tables) {
  const code = withoutComments(text)
  const inFeature = file.startsWith('server/features/')
  const mayTouch = !inFeature || /(?:reads|writes)\.ts$/.test(file)
  const problems = []
  const written = [...code.matchAll(BUILT)].map(([, named]) => named)
  if (written.includes(undefined)) problems.push(`${file}: name the table that is written`)
  for (const [, table] of code.matchAll(RAW)) if (tables.includes(table)) written.push(table)
  for (const table of new Set(written.filter((one) => one !== undefined))) {
    const owner = OWNERS.get(table)
    if (!owner) problems.push(`${file}: say in a feature.ts, or in scripts/table-owners.js, who owns ${table}`)
    else if (!file.startsWith(`server/${owner}`)) problems.push(`${file}: only server/${owner} writes ${table}`)
  }
  const readsRaw = [...code.matchAll(/sql(?:<[^`;]*?>)?`[^`]*`/g)].some(([sql]) =>
    [...sql.matchAll(READ_RAW)].some(([, table]) => tables.includes(table)),
  )
  if (!mayTouch && (written.length > 0 || readsRaw || /\.selectFrom\(/.test(code)))
    problems.push(`${file}: only reads.ts and writes.ts touch tables`)
  return problems
}

/** The tables of the database, as its schema on record has them. */
export const tablesIn = (schema) => [...new Set([...schema.matchAll(/^(\w+)\.\w+ /gm)].map(([, table]) => table))]

/** Tables that nobody owns, and owners of tables that are not there. */
export const ownerProblems = (tables) => [
  ...tables
    .filter((table) => !OWNERS.has(table))
    .map((table) => `nobody owns ${table}: say so in the feature.ts of its feature`),
  ...[...OWNERS.keys()]
    .filter((table) => !tables.includes(table))
    .map(
      (table) =>
        `no table ${table} on record, which has an owner (npx vitest run server/db/schema.test.ts -u puts it there)`,
    ),
]
