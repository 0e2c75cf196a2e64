import { spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  chownSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { ownersIn } from '../testing/rights.ts'
import { settleDataDirectory } from './data-directory.ts'
import { giveFiles } from './ownership.ts'

const SOMEBODY = { name: 'somebody', uid: 65_533, gid: 65_533 }
const MANY = 2_000

/** A data directory of somebody's with files that root made, and root's own directory with files of the same names. */
function scene() {
  const top = mkdtempSync(join(tmpdir(), 'clinical-elog-ownership-'))
  onTestFinished(() => rmSync(top, { recursive: true, force: true, maxRetries: 5 }))
  const [data, roots] = [join(top, 'data'), join(top, 'roots')]
  for (const path of [data, join(data, 'files'), join(data, 'files/kept'), join(data, 'files/kept/00'), roots])
    mkdirSync(path)
  for (const path of [top, data, join(data, 'files'), join(data, 'files/kept'), join(data, 'files/kept/00')])
    chmodSync(path, 0o755)
  chownSync(data, SOMEBODY.uid, SOMEBODY.gid)
  for (let n = 0; n < MANY; n += 1)
    for (const folder of [join(data, 'files/kept/00'), roots]) writeFileSync(join(folder, String(n)), '')
  return { data, roots }
}

/** A program that waits until the first of some files is given, and then puts another folder in the place of theirs. */
const SWAP = `
  const fs = require('node:fs')
  const { DATA, ROOTS } = process.env
  const folder = DATA + '/files/kept/00'
  const first = folder + '/' + fs.readdirSync(folder)[0]
  console.log('ready')
  while (fs.lstatSync(first).uid !== process.getuid());
  fs.renameSync(DATA + '/files', DATA + '/aside')
  fs.mkdirSync(DATA + '/files/kept', { recursive: true })
  fs.symlinkSync(ROOTS, folder)`

async function lurk(data: string, roots: string): Promise<{ ended: Promise<unknown> }> {
  const { uid, gid } = SOMEBODY
  const env = { DATA: data, ROOTS: roots }
  const lurking = spawn(process.execPath, ['-e', SWAP], {
    uid,
    gid,
    cwd: '/',
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = once(lurking, 'exit')
  await once(lurking.stdout, 'data')
  return { ended }
}

const asRoot = test.runIf(process.geteuid?.() === 0)

asRoot('files that root made are given to who goes on with them', () => {
  const { data } = scene()
  giveFiles(data, SOMEBODY)
  expect([...ownersIn(data)]).toEqual([SOMEBODY.uid])
})

asRoot('who puts a link in the way while root gives files away is given nothing of root’s', async () => {
  const { data, roots } = scene()
  const { ended } = await lurk(data, roots)
  try {
    giveFiles(data, SOMEBODY)
  } catch {
    // It has noticed.
  }
  await ended
  expect(lstatSync(join(data, 'files/kept/00')).isSymbolicLink()).toBe(true)
  expect(ownersIn(roots)).toEqual([0])
})

asRoot('who links what root closes to the own directory closes nothing of root’s', () => {
  const { data, roots } = scene()
  const [log, secret] = [join(data, 'postgres.log'), join(roots, 'open')]
  writeFileSync(secret, '')
  chmodSync(secret, 0o606)
  symlinkSync(secret, log)
  rmSync(join(data, 'files'), { recursive: true })
  symlinkSync(roots, join(data, 'files'))
  mkdirSync(join(roots, 'kept'))
  chmodSync(join(roots, 'kept'), 0o707)
  settleDataDirectory(data, SOMEBODY)
  giveFiles(data, SOMEBODY)
  expect([statSync(secret).mode & 0o777, statSync(join(roots, 'kept')).mode & 0o777]).toEqual([0o606, 0o707])
  expect(ownersIn(roots)).toEqual([0])
})
