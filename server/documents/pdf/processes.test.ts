import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, describe, expect, test } from 'vitest'
import { processesOf } from './processes.ts'

describe('processes', () => {
  const folder = mkdtempSync(join(tmpdir(), 'clinical-elog-processes-'))
  afterAll(() => rmSync(folder, { recursive: true }))
  let scripts = 0
  const script = (code: string) => {
    scripts += 1
    const file = join(folder, `${scripts}.mjs`)
    writeFileSync(file, `process.on('message', (job) => { ${code} })`)
    return pathToFileURL(file)
  }
  const bytes = (text: string) => `process.send({ done: ${text} })`

  test.each([
    ['one works', {}, 1],
    ['two work at once', { most: 2 }, 2],
  ])('are kept for the next job, and %s while the others wait', async (_name, limits, processes) => {
    const run = processesOf<number, string>(
      script(`setTimeout(() => { ${bytes('process.pid + " " + job')} }, 50)`),
      limits,
    )
    const answers = await Promise.all([1, 2, 3, 4, 5].map((job) => run(job)))
    expect(answers.map((answer) => answer.split(' ')[1])).toEqual(['1', '2', '3', '4', '5'])
    expect(new Set(answers.map((answer) => answer.split(' ')[0])).size).toBe(processes)
  })

  test.each<[string, string, string, number?]>([
    ['dies', 'process.exit(3)', 'The process ended before its work was done'],
    ['throws', 'throw new Error("broken")', 'The process ended before its work was done'],
    ['runs out of memory', 'const all = []; for (;;) all.push(new Array(1e6).fill(job))', 'The process ended before'],
    ['says what is wrong', 'process.send({ problem: "no font" })', 'no font'],
    ['never answers', '', 'The process took too long', 1000],
  ])('one that %s fails its own job, and the next is done', async (_name, code, problem, patienceMs = 20_000) => {
    const run = processesOf<string, string>(script(`if (job === 'bad') { ${code} } else { ${bytes('job')} }`), {
      most: 1,
      patienceMs,
    })
    const [bad, good] = await Promise.allSettled([run('bad'), run('good')])
    expect(bad).toMatchObject({ status: 'rejected', reason: { message: expect.stringContaining(problem) } })
    expect(good).toEqual({ status: 'fulfilled', value: 'good' })
  })

  /** A script of one kind of job, within half a second of the processor and 256 MB. */
  function limitedScript(code: string): URL {
    const [answering, limited] = ['answering', 'limited'].map((name) => new URL(`./${name}.ts`, import.meta.url).href)
    const file = script('')
    writeFileSync(
      file,
      `import { answering } from '${answering}'
import { limited } from '${limited}'
answering(limited(async (job) => { if (job === 'bad') { ${code} } return job }, { seconds: 0.5, bytes: 256 * 2 ** 20 }))`,
    )
    return file
  }

  test.each([
    ['unfolds without end', 'const all = []; for (;;) all.push(Buffer.alloc(2 ** 20, 1))'],
    ['never ends its work', 'for (;;);'],
  ])(
    'with limits, one that %s is ended, and the next job is done',
    async (_name, code) => {
      const run = processesOf<string, string>(limitedScript(code))
      const answers = await Promise.allSettled(['first', 'bad', 'last'].map((job) => run(job)))
      expect(answers).toMatchObject([
        { value: 'first' },
        { reason: { message: 'The process ended before its work was done' } },
        { value: 'last' },
      ])
    },
    60_000,
  )

  test('with limits, one that works on after its answer is ended too', async () => {
    const run = processesOf<string, string>(limitedScript('setTimeout(() => { for (;;); }, 50)'), {
      patienceMs: 20_000,
    })
    expect(await run('bad')).toBe('bad')
    await new Promise((resolve) => setTimeout(resolve, 200))
    await expect(run('next')).rejects.toThrow('The process ended before its work was done')
    expect(await run('last')).toBe('last')
  })

  test('one that nobody needs any more is ended', async () => {
    const run = processesOf<string, string>(script(bytes('String(process.pid)')), { idleMs: 20 })
    const first = await run('x')
    await new Promise((resolve) => setTimeout(resolve, 300))
    expect(await run('x')).not.toBe(first)
  })
})
