import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { expect, onTestFinished, test } from 'vitest'

// The commands of docs/running.md that take lengths out of old logs, over lines as nginx and Caddy have written them.

const RUNNING = readFileSync(join(import.meta.dirname, '../../../docs/running.md'), 'utf8')
const [, COMMANDS = ''] = /```sh\n( +cd \/var\/log\/nginx\n[\s\S]*?) +```/.exec(RUNNING) ?? []

const AGENT = String.raw`"Mozilla/5.0 (X11) \x22201 345 \x22"`
const AT = '127.0.0.1 - - [26/Nov/2026:18:40:10 +0000]'
/** Lines by `combined`, by the format that nginx.conf had before, by that of today, and by `common`. */
const nginxLines = (call: string, query: string, length: string, lengthToday: string) => [
  `${AT} "${call}${query} HTTP/2.0" 201 ${length} "https://elog.college.example/feedback" ${AGENT}`,
  `${AT} "${call} HTTP/1.1" 201 ${length} "-" ${AGENT}`,
  `${AT} "${call} HTTP/1.1" 201 ${lengthToday} "-" ${AGENT}`,
  `${AT} "${call}${query} HTTP/1.1" 201 ${length}`,
]
/** Lines of a failed call as the former and the present Caddyfile log it, and one of Caddy's own log of calls. */
const caddyLines = (path: string, length: number) => {
  const lineOf = (headers: object, more: object) =>
    JSON.stringify({
      level: 'error',
      logger: 'http.log.error',
      request: { remote_port: '53640', method: 'POST', uri: path, headers: { Accept: ['*/*'], ...headers } },
      duration: 0.000133207,
      ...more,
    })
  const sized = { 'Content-Length': [String(length)] }
  return [
    lineOf({ ...sized, 'Content-Type': ['application/json'] }, { status: 503 }),
    lineOf({}, { status: 503 }),
    lineOf(sized, { bytes_read: length, size: length, status: 201, resp_headers: sized }),
  ]
}

const SECRET = ['POST /api/feedback-responses', 'POST /api/feedback-responses/submit', 'PUT /api/feedback-responses/7']
const linesWith = (length: string, lengthToday: string, size: number) =>
  SECRET.flatMap((call) => [
    ...nginxLines(call, '?x=1', length, lengthToday),
    ...caddyLines(call.split(' ')[1] ?? '', size),
  ])
const OTHERS = [
  ...nginxLines('POST /api/students', '?of=/api/feedback-responses', '345', '345'),
  ...caddyLines('/api/students', 345),
]
const WRITTEN = [...linesWith('345', '-', 345), ...OTHERS]
const LEFT = [...linesWith('-', '-', 0), ...OTHERS]
const asText = (lines: readonly string[]) => `${lines.join('\n')}\n`

test.runIf(process.platform === 'linux')(
  'the commands take every length of a response out of old logs, and nothing else',
  () => {
    const directory = mkdtempSync(join(tmpdir(), 'clinical-elog-logs-'))
    onTestFinished(() => rmSync(directory, { recursive: true }))
    const place = (name: string) => join(directory, name)
    const [plain, packed] = [
      ['clinical-elog.log', 'clinical-elog.log.1'],
      ['clinical-elog.log.2.gz', 'clinical-elog.log.14.gz'],
    ]
    for (const name of plain) writeFileSync(place(name), asText(WRITTEN))
    for (const name of packed) writeFileSync(place(name), gzipSync(asText(WRITTEN)))
    writeFileSync(place('access.log'), 'of another site')

    const commands = COMMANDS.replace('/var/log/nginx', directory)
    expect(commands).not.toBe(COMMANDS)
    const script = `set -e\nnginx() { echo nginx "$@"; }\n${commands}`
    const { status, stdout, stderr } = spawnSync('sh', ['-c', script], { encoding: 'utf8' })
    expect([status, stdout, stderr]).toEqual([0, 'nginx -s reopen\n', ''])

    expect(readdirSync(directory).sort()).toEqual(['access.log', ...plain, ...packed].sort())
    for (const name of plain) expect(readFileSync(place(name), 'utf8')).toBe(asText(LEFT))
    for (const name of packed) expect(gunzipSync(readFileSync(place(name))).toString()).toBe(asText(LEFT))
  },
)
