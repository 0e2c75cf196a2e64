// Keeps what no linter knows: the closed vocabulary of file names in a feature, the length of files, who may touch
// tables and the network, that import directions were really checked, and that each promise of docs/security.md has its
// test.
import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { FEATURES } from '../server/features.ts'
import { riddlesIn } from './plain-words.js'
import { ownerProblems, tableProblems, tablesIn } from './table-owners.js'

const MOST_LINES = 250
const MOST_LINES_OF_TESTS = 300
/** Tests that keep to their length. */
const SHORT_TESTS = /^(?:(?:shared|server|web|scripts)\/.*\.test\.tsx?|e2e\/.*\.ts)$/
/** The features of the browser alone, whose calls are those of another one. */
const SCREENS_OF_OTHERS = ['taking', 'student-attendance', 'glance']
const KNOWN = { server: Object.keys(FEATURES), web: [...Object.keys(FEATURES), ...SCREENS_OF_OTHERS] }
const VOCABULARY = {
  server: /^[a-z][a-z-]*(?:\.(?:routes|reads|writes|rules|permissions|walks))?\.ts$|^[a-z-]+\.test\.ts$/,
  web: /^(?:(?:[a-z]+\.)?(?:api|rules|screen|look)\.ts|[a-z-]+\.walks\.ts|[a-z-]+\.ts|[A-Z]\w*(?:Page|Modal|Table|Form|Panel|Tiles|Cards|Row|Rows|Fields|List)\.tsx|[\w-]+\.test\.tsx?|[A-Z]\w*\.module\.css)$/,
}

/** Words that mean one thing (docs/domain.md), and where another thing of that name was. */
const SINGLE_WORDS = [
  {
    word: /\b\w*sessions?\b(?!Storage)/i,
    where: /^(?:server\/(?:core|features\/auth)|web\/core|web\/features\/auth)\//,
    unless: /attendance|sessionStorage|idle_in_transaction_session/i,
    say: 'a session is what attendance is taken of; a sign-in opens a login',
  },
  {
    word: /\b\w*marks?\b/i,
    where: /^(?:server\/features\/attendance\/|shared\/contract\/attendance)/,
    unless: /remarks?\b|'attendance mark'|'delete-mark'|ATTENDANCE_MARKS_MAX/i,
    say: 'marks are grades; what a student has in a session is an entry, all of them its register',
  },
]

/** The work of the recipes of the browser's screens: a feature that does it by itself does it in its own way. */
const RECIPES = [
  { by: /confirmLabel: 'Delete'/, say: 'a row is deleted by useListPage' },
  { by: />\s*Retry\s*</, say: 'waiting, failed and Retry are those of ListState, RecordModal or RecordDialog' },
  {
    by: /\bisFetchedAfterMount\b/,
    unless: /^web\/features\/taking\//,
    say: 'a form over a record is opened by RecordDialog or FreshRecordModal',
  },
  { by: /\.\.\.form, discard\b/, say: 'useRecordForm discards and reads again' },
  { by: />\s*Show all \w/, say: 'nothing found, with the way back to all, is ui/NothingFound' },
  {
    by: /title="Select an? |<FilterPanel[\s\S]*<GroupPicker/,
    unless: /^web\/features\/survey-results\//,
    say: 'a list that needs a choice first is layout/ChosenList',
  },
  { by: /\buseGroupFilters\(\)(?![\s\S]*<GroupListPanel)/, say: 'a fetched list is parts/GroupListPanel' },
  {
    by: /^(?![\s\S]*\bsearchedList\()[\s\S]*<NothingFound\s[^>]*matching your search/,
    unless: /^web\/features\/students\//,
    say: 'a searched list is layout/searched-list',
  },
  { by: /type="file"/, say: 'files are chosen in parts/DropZone' },
]

/** The files of the kit's searched lists; all else is drawn without the kit (docs/decisions/0056). */
const OF_THE_KIT = /^web\/(?:parts\/(?:Found|Student|Groups)Picker\.tsx|ui\/(?:Kit\.tsx|folded-options\.ts))$/

/** A name of a size or colour. */
const TOKEN = /--mantine-[a-z0-9-]+(?![\w$-])/gi

/** Papers that are not in the repository: nobody who reads the code has them. */
const FOREIGN_PAPER = /(?:administration|operations|server-rules|architecture|look|stack|review)\.md/

/** A field of a filter as the contract has it, and a number where a size of a page belongs. */
const FILTER_BY_HAND = /^\s+(?:readonly )?(?:q|status|\w+_id)\?: .*\| undefined/m
const SIZE_BY_HAND = /\b(?:per_page: (?!1\b)\d|perPage: \d|\w*_PER_PAGE = \d)/

/** A roll number that the maker of test students may give at any time. */
const MADE_ROLL_NUMBER = /MBBS-(?:'\s*\|\|\s*\(?|\$\{)?5\d_?\d{3}/
const MAKER_OF_STUDENTS = 'server/testing/make/students.ts'

/** Tests that stand at the network's edge by themselves: of what makes calls, and of every screen at once. */
const AT_THE_EDGE = /^web\/(?:(?:core|offline)\/|routes\.test\.tsx$)/
const BY_HAND = /\bnetwork\(|stubGlobal\(\s*'(?:fetch|XMLHttpRequest)'/

const schema = readFileSync('server/db/schema.snapshot.sql', 'utf8')
const tables = tablesIn(schema)
const latest = readdirSync('server/db/migrations').toSorted().at(-1).replace('.ts', '')
// The tables of an old schema tell nothing.
const problems = schema.startsWith(`-- as of ${latest}\n`)
  ? ownerProblems(tables)
  : [`server/db/migrations/${latest}.ts: put its schema on record: npx vitest run server/db/schema.test.ts -u`]
const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], { encoding: 'utf8' })
  .split('\n')
  .filter((file) => /\.(?:ts|tsx|js|css)$/.test(file))
  .filter((file) => {
    try {
      readFileSync(file)
      return true
    } catch {
      return false
    }
  })

/**
 * The state of a record allows what its policy says, which writer, reply and buttons ask alike; the one of a task
 * stands with its submissions'.
 */
const isPolicy = (file) => /^shared\/policies\/[a-z-]+\.ts$/.test(file) && !/\/polic(?:y|ies\.test)\.ts$/.test(file)
const withPolicy = files.filter(isPolicy).map((file) => file.replace(/^.*\/(.*?)s?\.ts$/, '$1'))
const STATE_ASKED = new RegExp(`\\b(?:task|${withPolicy.join('|')})\\??\\.status\\s*[!=]==`)

for (const file of files) {
  const [side, folder, feature, ...rest] = file.split('/')
  const text = readFileSync(file, 'utf8')
  const isTest = /\.(?:test|walks)\.tsx?$/.test(file)
  if (folder === 'features') {
    if (!KNOWN[side]?.includes(feature)) problems.push(`${file}: no feature is called ${feature}`)
    if (rest.length !== 1) problems.push(`${file}: a feature folder has no folders`)
    else if (!VOCABULARY[side]?.test(rest[0])) problems.push(`${file}: not in the vocabulary of a feature folder`)
  }
  for (const { word, where, unless, say } of SINGLE_WORDS)
    for (const [index, line] of text.split('\n').entries())
      if (!isTest && where.test(file) && word.test(line) && !unless.test(line))
        problems.push(`${file}:${index + 1}: ${say}`)
  if (!isTest && /^(?:server|web)\/features\//.test(file) && STATE_ASKED.test(text))
    problems.push(`${file}: ask a policy of shared/policies what the state allows`)
  for (const { line, words } of riddlesIn(text))
    problems.push(`${file}:${line}: begin with the subject or a verb, not “${words}…”`)
  if (FOREIGN_PAPER.test(text) && !file.startsWith('scripts/'))
    problems.push(`${file}: state the rule, or name a section of docs/domain.md`)
  const lines = text.split('\n').length
  const isLong =
    lines > MOST_LINES && !isTest && /^(?:shared|server|web)\//.test(file) && !file.includes('/migrations/')
  if (isLong && !/^server\/(?:demo\/|testing\/|db\/tables\.ts$)/.test(file))
    problems.push(`${file}: ${lines} lines, ${MOST_LINES} at the most`)
  if (lines > MOST_LINES_OF_TESTS && SHORT_TESTS.test(file))
    problems.push(`${file}: ${lines} lines, ${MOST_LINES_OF_TESTS} at the most`)
  if (
    /^server\//.test(file) &&
    !isTest &&
    file !== 'server/core/scope.ts' &&
    /\bscope\??\.(?!ts\b)\w|\bcaller\.scope\b/.test(text)
  )
    problems.push(`${file}: ask within, showsDepartment or studentOf of core/scope.ts; nothing else looks into a scope`)
  if (/^server\/.*reads\.ts$/.test(file) && FILTER_BY_HAND.test(text))
    problems.push(`${file}: a filter is typed by the contract: Query<typeof tasks.list>`)
  if (/json_build_object.{0,80}\n?.*\.as\('(?:department|batch|group|student|task|staff|actor|user)'\)/.test(text))
    problems.push(`${file}: names of a list are put together in JS, by the row of its listing`)
  if (/^(?:server|web)\//.test(file) && !isTest && !/\/(?:testing|demo)\//.test(file) && SIZE_BY_HAND.test(text))
    problems.push(`${file}: a page has one of the sizes of shared/limits.ts: const ROWS_PER_PAGE: PageSize = 50`)
  if (/^(?:e2e|web|server)\//.test(file) && /\bwaitForTimeout\(/.test(text))
    problems.push(`${file}: wait for what is to be seen, not for a time`)
  if (/^server\//.test(file) && file !== MAKER_OF_STUDENTS && MADE_ROLL_NUMBER.test(text))
    problems.push(`${file}: roll numbers of the fifty thousands are ${MAKER_OF_STUDENTS}'s`)
  if (/\bvi\.wait(?:For|Until)\((?!.*timeout)/.test(text))
    problems.push(
      `${file}: expect.poll, which waits long enough for a busy machine; vi.waitFor gives up after a second`,
    )
  if (/(?:^|\/)(?:utils?|helpers?)(?:\.tsx?|\/)/.test(file)) problems.push(`${file}: name it for what it does`)
  if (/\/index\.tsx?$/.test(file)) problems.push(`${file}: no barrels`)
  if (side === 'web' && !isTest && folder !== 'core' && /\bqueryKey(?::\s*\[|\??\.?\[)/.test(text))
    problems.push(`${file}: keys come from contracts (web/core/queries.ts)`)
  if (
    side === 'web' &&
    !isTest &&
    !/^web\/core\/(?:call|upload)\.ts$/.test(file) &&
    /\bfetch\(|new XMLHttpRequest/.test(text)
  )
    problems.push(`${file}: only call.ts and upload.ts of web/core talk to the network`)
  if (/^web\/features\//.test(file) && !isTest)
    for (const { by, unless, say } of RECIPES)
      if (by.test(text) && !unless?.test(file)) problems.push(`${file}: ${say}`)
  for (const [, classes, sheet] of text.matchAll(/^import (\w+) from '\.\/(\w+\.module\.css)'/gm)) {
    const styles = readFileSync(join(dirname(file), sheet), 'utf8')
    for (const [, name] of text.matchAll(new RegExp(`\\b${classes}\\.(\\w+)`, 'g')))
      if (!new RegExp(`\\.${name}\\b`).test(styles)) problems.push(`${file}: ${sheet} has no .${name}`)
  }
  if (side === 'web' && !OF_THE_KIT.test(file) && /'@mantine\/core/.test(text))
    problems.push(`${file}: only the searched lists of web/parts are the kit's (docs/decisions/0056)`)
  if (side === 'web' && isTest && !AT_THE_EDGE.test(file) && BY_HAND.test(text))
    problems.push(`${file}: answer by contract, with served of web/testing/network.ts`)
  const isProduct = /^server\//.test(file) && !isTest && !/^server\/(?:demo|testing|db)\//.test(file)
  if (isProduct) problems.push(...tableProblems(file, text, tables))
}

const tokens = readFileSync('web/ui/tokens.css', 'utf8')
for (const file of files.filter((one) => one.startsWith('web/')))
  for (const [name] of readFileSync(file, 'utf8').matchAll(TOKEN))
    if (!tokens.includes(`${name}:`)) problems.push(`${file}: web/ui/tokens.css has no ${name}`)

const listed = readFileSync('web/screens.ts', 'utf8')
// Screens for people who are not signed in stand in the route table itself.
const routeTable = readFileSync('web/routes.tsx', 'utf8')
const screens = files.filter((file) => /^web\/features\/[^/]+\/(?:\w+\.)?screen\.ts$/.test(file))
for (const file of screens) {
  if (!listed.includes(`'${file.replace('web/', './')}'`)) problems.push(`${file}: not in web/screens.ts`)
  const isTiled = /^ {2}tile: /m.test(readFileSync(file, 'utf8'))
  const look = file.replace('screen.ts', 'look.ts')
  if (isTiled && !files.includes(look)) problems.push(`${look}: a screen says who sees its tile, and its look how`)
}
for (const file of files.filter((one) => /^web\/features\/.*Page\.tsx$/.test(one))) {
  const beside = screens
    .filter((screen) => dirname(screen) === dirname(file))
    .map((screen) => readFileSync(screen, 'utf8'))
  const isKnown = beside.some((text) => text.includes(`'./${file.split('/').at(-1)}'`))
  if (!isKnown && !file.includes('/dashboard/') && !routeTable.includes(`'${file.replace('web/', './')}'`))
    problems.push(`${file}: in no screen.ts beside it`)
}

const policyTest = readFileSync('shared/policies/policies.test.ts', 'utf8')
for (const file of files) {
  const name = file.split('/').at(-1)
  if (/^server\/db\/migrations\//.test(file) && !/^\d{4}_\w+\.ts$/.test(name))
    problems.push(`${file}: a migration is called NNNN_name.ts, and each file of the folder is one`)
  if (isPolicy(file) && !policyTest.includes(`./${name}`))
    problems.push(`${file}: its table is not in policies.test.ts, written by hand`)
  if (/^server\/features\/.*reads\.ts$/.test(file)) {
    const text = readFileSync(file, 'utf8')
    if (/\blisting\(/.test(text) && !/\bwithin\(/.test(text))
      problems.push(`${file}: say with within (core/scope.ts) what of the list each kind of caller is shown`)
  }
}

// A promise names one test or several: a link to each file, and behind it the names of tests in it.
const promises = readFileSync('docs/security.md', 'utf8').matchAll(/^\|.*?\| (\[.*) \|$/gm)
let kept = 0
for (const [, tests = ''] of promises)
  for (const [, file = '', names = ''] of tests.matchAll(/\[(\S+)\]\(\S+\)((?:,? “[^”]+”)*)/g)) {
    kept += 1
    if (!files.includes(file)) problems.push(`docs/security.md: ${file} is not there`)
    else
      for (const [, name = ''] of names.matchAll(/“([^”]+)”/g))
        if (!readFileSync(file, 'utf8').includes(name)) problems.push(`docs/security.md: no test “${name}” in ${file}`)
  }
if (kept === 0) problems.push('docs/security.md: no promise has a test')

// The page that everybody reads before a first change; whatever is longer has a page of its own in docs.
const MOST_LINES_OF_CONTRIBUTING = 140
const contributing = readFileSync('CONTRIBUTING.md', 'utf8').trimEnd().split('\n').length
if (contributing > MOST_LINES_OF_CONTRIBUTING)
  problems.push(`CONTRIBUTING.md: ${contributing} lines, ${MOST_LINES_OF_CONTRIBUTING} at the most`)

// A decision is read before a change, so it stays short; its figures stand in an appendix below.
const MOST_LINES_OF_A_DECISION = 40
for (const name of readdirSync('docs/decisions')) {
  const lines = readFileSync(`docs/decisions/${name}`, 'utf8')
    .split(/^## Figures$/m)[0]
    .trimEnd()
    .split('\n').length
  if (lines > MOST_LINES_OF_A_DECISION)
    problems.push(`docs/decisions/${name}: ${lines} lines above "## Figures", ${MOST_LINES_OF_A_DECISION} at the most`)
}

for (const problem of problems) process.stderr.write(`${problem}\n`)
process.stdout.write(problems.length === 0 ? `${files.length} files keep the rules of the house\n` : '')
process.exitCode = problems.length === 0 ? 0 : 1
