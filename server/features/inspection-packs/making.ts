import { rm } from 'node:fs/promises'
import { PACK_FILES_MAX, PACK_MAX_BYTES } from '../../../shared/limits.ts'
import { type Caller, callerOf } from '../../core/caller.ts'
import { HttpError } from '../../core/errors.ts'
import { mustSetUpFactor } from '../../core/holder.ts'
import { findHolder } from '../../core/login.ts'
import { JobFailure, reasonOf } from '../../core/reasons.ts'
import { departmentOf } from '../../core/scope.ts'
import type { PackPart } from '../../documents/packs/part.ts'
import { writeZip } from '../../documents/packs/zip.ts'
import { makerOf } from '../../documents/pdf/maker.ts'
import type { Feature } from '../../feature.ts'
import { asNoRoom } from '../../files/disk-room.ts'
import { discard } from '../../files/keeping.ts'
import { diskRoomOf } from '../../files/upload-limits.ts'
import { inQueue, type JobKind, type JobServices } from '../../jobs/kinds.ts'
import { findBatch } from '../batches/reads.ts'
import { fillPack, type Listed } from './filling.ts'
import { Abandoned, claimPack, failPack, finishPack, putPackBack, tellProgress } from './writes.ts'

/** A pack whose process dies, or whose database or store is away, is begun so often. */
const TRIES = 5
/** Progress is written so often at the most. */
const TOLD_EVERY_MS = 500
/** The manifests, beside the files that they list. */
const MANIFESTS = 2

const TOO_LARGE = 'It would be too large. Please choose a shorter time.'

type Claimed = NonNullable<Awaited<ReturnType<typeof claimPack>>>

export const partsOf = (features: readonly Feature[]): PackPart[] =>
  features.flatMap(({ packPart }) => (packPart ? [packPart] : []))

/** @throws JobFailure when the person who asked may not ask any more */
async function askerOf({ db, settings }: JobServices, userId: number): Promise<Caller> {
  const holder = await findHolder(db, userId)
  const isIn = holder !== undefined && !mustSetUpFactor(holder, settings.SECOND_FACTOR_ROLES)
  const caller = isIn ? callerOf(holder, settings.COLLEGE_TIMEZONE) : undefined
  if (!caller?.may('packs:make') || departmentOf(caller) !== undefined)
    throw new JobFailure('The person who asked for it may not have inspection packs any more.')
  return caller
}

async function makePack(services: JobServices, claimed: Claimed, parts: readonly PackPart[]): Promise<void> {
  const { db, settings, files, log } = services
  const caller = await askerOf(services, claimed.asked_by)
  const batch = await findBatch(db, caller, claimed.batch_id)
  if (!batch) throw new Abandoned()
  const of = { batch, from: claimed.from_day, to: claimed.to_day }
  const call = { db, caller, of, maker: makerOf(services), settings, openKept: (key: string) => files.read(key) }
  const listed: Listed[] = []
  for (const part of parts)
    for (const file of await part.files(call)) listed.push({ ...file, place: `${part.folder}/${file.place}` })
  // Each is a PDF and a CSV.
  const total = listed.length * 2 + MANIFESTS
  if (total > PACK_FILES_MAX) throw new JobFailure(TOO_LARGE)
  await tellProgress(db, claimed, 0, total)

  let told = performance.now()
  const tell = async (done: number) => {
    if (performance.now() - told < TOLD_EVERY_MS) return
    told = performance.now()
    await tellProgress(db, claimed, done, total)
  }
  const room = diskRoomOf(settings)
  const claim = await room.expect(0)
  const path = await files.temporaryPath()
  try {
    const wrote = async (bytes: number, sum: number) => {
      if (sum > PACK_MAX_BYTES) throw new JobFailure(TOO_LARGE)
      await claim.wrote(bytes)
    }
    let count = 0
    const written = await writeZip({ path, wrote }, async (add) => {
      count = await fillPack({ call, listed, asked: claimed.created_at, add, tell })
    })
    const storage_key = await files.keep(path)
    try {
      await db.transaction().execute((tx) => finishPack(tx, caller, claimed, { ...written, storage_key }, count))
    } catch (error) {
      // After any other failure a row may know it all the same; if none does, it is swept.
      if (error instanceof Abandoned) await discard(files, [storage_key], log)
      throw error
    }
  } finally {
    claim.end()
    await rm(path, { force: true })
  }
}

/** Failures that another try does not mend: too large, no room, no right. */
const isFinal = (error: unknown) => error instanceof JobFailure || (error instanceof HttpError && error.status === 507)

/**
 * Makes a pack in the background. It begins from its beginning whenever its process has died, and a file is there once it
 * is whole. A failure is told on the screen of packs.
 */
export const packJobOf = (parts: readonly PackPart[]): JobKind<{ pack_id: number }> =>
  inQueue<{ pack_id: number }>('packs', {
    kind: 'inspection-pack',
    retries: { times: TRIES, first: 30, most: 5 * 60 },
    priority: 0,
    run: async (services, { pack_id }) => {
      const { db, log } = services
      const claimed = await claimPack(db, pack_id)
      if (!claimed) return
      try {
        await makePack(services, claimed, parts)
      } catch (thrown) {
        if (thrown instanceof Abandoned) return
        const error = asNoRoom(thrown)
        log.error({ err: error, pack: pack_id }, 'an inspection pack could not be made')
        if (!isFinal(error) && claimed.tries < TRIES) {
          await putPackBack(db, claimed)
          throw error
        }
        await failPack(db, claimed, reasonOf(error))
      }
    },
  }) as JobKind<{ pack_id: number }>
