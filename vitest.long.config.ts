import { defineConfig } from 'vitest/config'

/** `npm run test:long`: what needs minutes. It runs in one file after the other, since each keeps the machine busy. */
export default defineConfig({
  test: {
    name: 'long',
    include: ['server/**/*.long.test.ts'],
    environment: 'node',
    globalSetup: ['server/testing/cluster.ts'],
    fileParallelism: false,
  },
})
