import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { headsFile } from '../core/trail-heads.ts'
import type { FileStore } from '../files/files.ts'
import { restoringMark } from '../machine/data-directory.ts'
import { fileName, MANIFEST_SUM, type Manifest } from './manifest.ts'
import { numberText, progressOf } from './progress.ts'
import { type Source, textIn } from './source.ts'
import { filesOf } from './stored-files.ts'
import { writeSummed } from './writing.ts'

interface Place {
  store: FileStore
  dataDir: string
  backup: Source
}

/** The sum of a backup's manifest, which no other backup has. */
const nameOf = async (backup: Source) => (await textIn(backup, MANIFEST_SUM))?.slice(0, 64)

/**
 * A place is empty, or a restore of this very backup was cut off there.
 * @throws Error with one line for people otherwise
 */
export async function refuseFiles({ store, dataDir, backup }: Place): Promise<void> {
  const mark = restoringMark(dataDir)
  if (existsSync(mark)) {
    if (readFileSync(mark, 'utf8').trim() === (await nameOf(backup))) return
    throw new Error(`the restore of another backup was cut off in ${resolve(dataDir)}: take an empty data directory`)
  }
  await refuseUsed(store, dataDir)
}

/** @throws Error with one line for people when there are files in the store, or what lies beside them */
export async function refuseUsed(store: FileStore, dataDir: string): Promise<void> {
  const inUse = (what: string) => new Error(`the place is in use: there is ${what}. Restore into an empty one`)
  for await (const { key } of store.keptFiles()) throw inUse(`the file ${key}`)
  for await (const { key } of store.removedFiles()) throw inUse(`the file ${key}, which was set aside`)
  if (await store.readInstallation()) throw inUse(store.installationPlace)
  if (await store.readResponsesKey()) throw inUse(store.responsesKeyPlace)
  if (existsSync(headsFile(dataDir))) throw inUse(headsFile(dataDir))
}

/** Puts the files back, and what lay beside them, each as it was. */
export async function putFilesBack(place: Place, manifest: Manifest, say: (line: string) => void): Promise<void> {
  const { store, dataDir, backup } = place
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  writeFileSync(restoringMark(dataDir), `${await nameOf(backup)}\n`, { mode: 0o600, flush: true })
  await store.writeInstallation(manifest.installation)
  const { signal } = new AbortController()
  const tell = progressOf(say)
  let count = 0
  for await (const batch of filesOf(backup)) {
    await Promise.all(
      batch.map(async ({ key, sha256 }) => {
        const temporaryPath = await store.temporaryPath()
        const stored = await backup.read(fileName(key))
        const sum = stored && (await writeSummed(temporaryPath, stored, { signal }))
        const path = join(backup.place, fileName(key))
        if (sum?.sha256 !== sha256) throw new Error(`the backup is damaged: ${path} was changed`)
        await store.keepAs(temporaryPath, key)
      }),
    )
    count += batch.length
    tell(() => `  ${numberText(count)} of ${numberText(manifest.files.count)} files`)
  }
  for (const { name } of manifest.beside) {
    const text = (await textIn(backup, name)) ?? ''
    if (name === 'responses-key.txt') await store.writeResponsesKey(text.trim())
    else writeFileSync(headsFile(dataDir), text, { mode: 0o600, flush: true })
  }
}

export const removeMark = (dataDir: string) => rmSync(restoringMark(dataDir), { force: true })
