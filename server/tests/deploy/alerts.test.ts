import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pino } from 'pino'
import { Registry } from 'prom-client'
import { expect, test } from 'vitest'
import { CONCERN_WORDS } from '../../../shared/concerns.ts'
import { readInstallation } from '../../colleges/settings.ts'
import { WatchedRegistry } from '../../colleges/watched.ts'
import { openCollegesMetrics } from '../../colleges-metrics.ts'
import { scratch } from '../../testing/backups.ts'
import { freePort, startProduct } from '../../testing/product.ts'
import { findProgram, missingText } from '../../testing/programs.ts'

const DEPLOY = join(import.meta.dirname, '../../../deploy')
const RULES = 'prometheus/alerts.yml'
const textOf = (path: string) => readFileSync(join(DEPLOY, path), 'utf8')
const promtool = findProgram('promtool')
if (!promtool) process.stderr.write(`the alert rules: left out, since ${missingText('promtool')}\n`)

/** The words of a query that are its language's own, or of every target. */
const LANGUAGE = new Set(
  'sum max min by on and or time up rate increase histogram_quantile predict_linear topk label_values'.split(' '),
)
/** Names of metrics in a query: no labels, no durations, no words of the language. */
function metricsOf(query: string): string[] {
  const bare = query.replace(/\{[^}]*\}|\[[^\]]*\]|"[^"]*"|\b(?:by|on) \([^)]*\)/g, ' ')
  return (bare.match(/[a-z_][a-z0-9_]*/g) ?? []).filter((word) => !LANGUAGE.has(word) && word !== 'job')
}

/** The figures of an installation of many colleges, which has none yet. */
async function toldOfColleges(): Promise<string> {
  const port = await freePort()
  const installation = readInstallation({ COLLEGES_DIR: scratch(), METRICS_PORT: String(port) })
  const logger = pino({ level: 'silent' })
  const colleges = new WatchedRegistry(installation, logger)
  const metrics = await openCollegesMetrics({ installation, colleges, logger })
  const told = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text()
  metrics?.close()
  colleges.stop()
  return told
}

test('every figure that alerts and dashboard ask for is told, every one of ours is on the dashboard, and every concern is told', {
  timeout: 60_000,
}, async () => {
  const port = await freePort()
  const product = await startProduct({ DATA_DIR: scratch(), METRICS_PORT: String(port) })
  const read = async () => (await fetch(`http://127.0.0.1:${port}/metrics`)).text()
  try {
    await fetch(`${product.base}/health`)
    const told = await read()
    const known = new Set([told, await toldOfColleges()].flatMap((text) => text.match(/(?<=^# TYPE )\w+/gm) ?? []))
    const dashboard = JSON.parse(textOf('grafana/clinical-elog.json')) as { panels: { targets: { expr: string }[] }[] }
    const drawn = dashboard.panels.flatMap(({ targets }) => targets.map(({ expr }) => expr))
    const queries = [...[...textOf(RULES).matchAll(/^ *expr: (.*)$/gm)].map(([, query = '']) => query), ...drawn]
    expect(queries.length).toBeGreaterThan(25)
    const namesIn = (texts: string[]) =>
      new Set(texts.flatMap(metricsOf).map((name) => name.replace(/_(?:bucket|sum|count)$/, '')))
    const asked = namesIn(queries)
    expect([...asked].filter((name) => !known.has(name))).toEqual([])
    // Those of the process are the library's own, and many.
    const own = [...known].filter((name) => !/^(?:process|nodejs)_/.test(name))
    expect(own.filter((name) => !namesIn(drawn).has(name))).toEqual([])
    for (const kind of CONCERN_WORDS) expect(told).toMatch(new RegExp(`^concerns\\{kind="${kind}"\\} [01]$`, 'm'))
    // Prometheus reads this format.
    expect(new Registry().contentType).toContain('version=0.0.4')
    if (promtool) {
      const { status, stderr } = spawnSync(promtool.path, ['check', 'metrics', '--extended'], {
        input: told,
        encoding: 'utf8',
        env: { ...process.env, ...promtool.env },
      })
      expect([status, stderr].join('\n')).not.toContain('error')
    }
  } finally {
    await product.end('SIGTERM')
  }
})

test.runIf(promtool)('the alert rules are sound, and come when they should', () => {
  const tell = (...args: string[]) =>
    spawnSync(promtool?.path ?? '', args, {
      cwd: join(DEPLOY, 'prometheus'),
      encoding: 'utf8',
      env: { ...process.env, ...promtool?.env },
    })
  const checked = tell('check', 'rules', 'alerts.yml')
  expect(checked.status, checked.stderr).toBe(0)
  const tested = tell('test', 'rules', 'alerts.test.yml')
  expect(tested.status, tested.stdout + tested.stderr).toBe(0)
})
