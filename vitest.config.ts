import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { defineConfig } from 'vitest/config'

// Tests wait for databases and processes nearly half of their time: as many workers as processors left a machine of two
// idle for as long.
const maxWorkers = availableParallelism() + 1

// The wait of `expect.poll`. A busy machine takes longer than vitest's one second; what never comes still fails.
export const waited = { poll: { timeout: 10_000 } }

/** Programs that tests start read what Node has compiled, as with scripts/start.js: they start in half the time. */
export const env = { NODE_COMPILE_CACHE: join(import.meta.dirname, 'node_modules/.cache/clinical-elog') }

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'server',
          include: ['shared/**/*.test.ts', 'server/**/*.test.ts', 'scripts/**/*.test.ts'],
          exclude: ['**/*.long.test.ts'],
          environment: 'node',
          env,
          maxWorkers,
          // Reading the server's modules anew for each file would take longer than its tests.
          isolate: false,
          globalSetup: ['server/testing/cluster.ts'],
          testTimeout: 30_000,
          hookTimeout: 30_000,
          expect: waited,
        },
      },
      {
        extends: './vite.config.ts',
        test: {
          name: 'web',
          include: ['web/**/*.test.{ts,tsx}'],
          environment: 'jsdom',
          maxWorkers,
          isolate: false,
          setupFiles: ['web/testing/setup.ts'],
          testTimeout: 30_000,
          expect: waited,
        },
      },
    ],
  },
})
