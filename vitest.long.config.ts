import { defineConfig } from 'vitest/config'
import { findProgram, missingText } from './server/testing/programs.ts'
import { env, waited } from './vitest.config.ts'

const globalSetup = ['server/testing/cluster.ts']

/** The API tests once more, with PgBouncer between the app and its database. */
const pooler = {
  test: {
    name: 'pooler',
    include: [
      'server/{core,http,files,documents,jobs}/**/*.test.ts',
      'server/features/**/*.test.ts',
      'server/tests/walks/lock-order.test.ts',
    ],
    exclude: ['**/*.long.test.ts'],
    environment: 'node' as const,
    env,
    globalSetup,
    isolate: false,
    maxWorkers: 2,
    testTimeout: 30_000,
    hookTimeout: 30_000,
    expect: waited,
  },
}
const isThere = findProgram('pgbouncer') !== undefined
if (!isThere) process.stderr.write(`the API tests through PgBouncer: left out, since ${missingText('pgbouncer')}\n`)

/** `npm run test:long`: what needs minutes. It runs in one file after the other, since each keeps the machine busy. */
export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'long',
          include: ['server/**/*.long.test.ts', 'bench/**/*.long.test.ts'],
          environment: 'node',
          env,
          globalSetup,
          fileParallelism: false,
          testTimeout: 30_000,
          // Processes and buckets are ended in hooks.
          hookTimeout: 60_000,
          expect: waited,
        },
      },
      ...(isThere ? [pooler] : []),
    ],
  },
})
