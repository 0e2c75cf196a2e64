import { rmSync } from 'node:fs'

/** Removes the run's data directory. */
export default function teardown(): void {
  const directory = process.env.E2E_DATA_DIR
  if (directory?.includes('clinical-elog-e2e-')) rmSync(directory, { recursive: true, force: true })
}
