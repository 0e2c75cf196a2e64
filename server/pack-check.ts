// `npm run pack:check <file.zip>`: checks an inspection pack by itself. It needs no database, no running server and no
// settings.

import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { counted } from '../shared/labels.ts'
import { checkPack } from './documents/packs/checking.ts'

const say = (line: string) => process.stdout.write(`${line}\n`)

async function main([path, ...others]: string[]): Promise<number> {
  if (path === undefined || others.length > 0) {
    process.stderr.write('Name one inspection pack: npm run pack:check <file.zip>\n')
    return 2
  }
  const hash = createHash('sha256')
  await pipeline(createReadStream(path), hash)
  const { problems, manifest, bytes } = await checkPack(path)
  if (manifest) {
    const { college, batch, from, to, asked_by, made_at, product, files, left_out } = manifest
    say(`Inspection pack of ${JSON.stringify(college)}: batch ${JSON.stringify(batch)}, ${from} to ${to}.`)
    say(`Made ${made_at} for ${JSON.stringify(asked_by)} by Clinical eLog ${JSON.stringify(product)}.`)
    say(`${counted(files.length, 'listed file')}, ${bytes} bytes.`)
    if (left_out.length > 0)
      say(`${counted(left_out.length, 'paper')} could not be made, as manifest.json and MANIFEST.txt tell.`)
  }
  say(`SHA-256 of the pack: ${hash.digest('hex')}`)
  for (const problem of problems) say(`WRONG: ${problem}`)
  say(
    problems.length === 0
      ? 'The pack is whole: each listed file is there and unchanged, and no other. Compare the SHA-256 with the one that the college shows.'
      : `The pack is not whole: ${counted(problems.length, 'problem')}.`,
  )
  return problems.length === 0 ? 0 : 1
}

process.exitCode = await main(process.argv.slice(2)).catch((error: unknown) => {
  process.stderr.write(`The pack can't be checked: ${error instanceof Error ? error.message : String(error)}\n`)
  return 1
})
