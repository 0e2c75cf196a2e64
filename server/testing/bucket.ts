import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import S3rver from 's3rver'
import { afterAll } from 'vitest'

/** An S3-compatible server with an empty bucket, until the test file ends; called at the top of a file. @returns the FILES_URL of a prefix in it */
export async function servedBucket(): Promise<(prefix: string) => string> {
  const directory = mkdtempSync(join(tmpdir(), 'clinical-elog-bucket-'))
  const server = new S3rver({
    port: 0,
    address: '127.0.0.1',
    silent: true,
    directory,
    configureBuckets: [{ name: 'college', configs: [] }],
  })
  const { port } = await server.run()
  afterAll(async () => {
    await server.close()
    rmSync(directory, { recursive: true, force: true })
  })
  return (prefix) => `s3://S3RVER:S3RVER@127.0.0.1:${port}/college/${prefix}?tls=no`
}
