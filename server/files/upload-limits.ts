import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { HttpError, unavailable } from '../core/errors.ts'
import { readPointer } from '../machine/place.ts'
import type { Settings } from '../settings.ts'
import { DiskRoom } from './disk-room.ts'

const MOST_OF_A_PERSON = 2
const WAITING_OF_A_PERSON = 8
/** Limits of uploads, which take turns. A waiting one is not read, and costs no more than a connection. */
const LIMITS = {
  /** Running in all. */
  most: 100,
  /** Waiting in all: several classes that hand in at the same hour. */
  waiting: 300,
  /** The time that a person's next upload waits for the own ones. */
  ownMs: 3_000,
  /** The time that an upload waits for those of others, well within an upload's time. */
  othersMs: 120_000,
}
const RETRY_SECONDS = 10

const UPLOADS = {
  ofPerson: `You are already sending ${MOST_OF_A_PERSON} uploads. Please try again when one of them has ended.`,
  ofAll: 'Too many files are being uploaded just now. Please try again in a moment.',
}
const COSTLY_WRITES: typeof UPLOADS = {
  ofPerson: `${MOST_OF_A_PERSON} of your large changes are still being made. Please try again when one of them has ended.`,
  ofAll: 'Too many large changes are being made just now. Please try again in a moment.',
}

interface Uploader {
  running: number
  waiting: number
}

/**
 * Counts the uploads, or costly writes, that run at once, of a person and in all. They cost this process's memory and
 * its disk, not another's.
 */
export class UploadSlots {
  readonly #limits: typeof LIMITS
  readonly #texts: typeof UPLOADS
  readonly #people = new Map<number, Uploader>()
  readonly #leaving = new Set<() => void>()
  #running = 0
  #waiting = 0

  constructor(limits = LIMITS, texts = UPLOADS) {
    this.#limits = limits
    this.#texts = texts
  }

  /**
   * Takes a slot for a person, if need be after a short wait.
   * @returns what gives it back
   * @throws 429 when the person has too many uploads running, 503 when all have
   */
  async take(personId: number): Promise<() => void> {
    const person = this.#people.get(personId) ?? { running: 0, waiting: 0 }
    this.#people.set(personId, person)
    try {
      await this.#enter(person)
    } finally {
      this.#tidy(personId, person)
    }
    let isTaken = true
    return () => {
      if (!isTaken) return
      isTaken = false
      person.running -= 1
      this.#running -= 1
      this.#tidy(personId, person)
      for (const look of [...this.#leaving]) look()
    }
  }

  #tidy(personId: number, person: Uploader): void {
    if (person.running + person.waiting === 0) this.#people.delete(personId)
  }

  /** Takes the slot, or says why not; both in one go, so that no two take the same. */
  #tryEnter(person: Uploader): HttpError | undefined {
    if (person.running >= MOST_OF_A_PERSON)
      return new HttpError(429, this.#texts.ofPerson, { headers: { 'retry-after': String(RETRY_SECONDS) } })
    if (this.#running >= this.#limits.most) return unavailable(this.#texts.ofAll, RETRY_SECONDS)
    person.running += 1
    this.#running += 1
    return undefined
  }

  async #enter(person: Uploader): Promise<void> {
    const first = this.#tryEnter(person)
    if (!first) return
    if (person.waiting >= WAITING_OF_A_PERSON || this.#waiting >= this.#limits.waiting) throw first
    person.waiting += 1
    this.#waiting += 1
    const { ownMs, othersMs } = this.#limits
    const patience = sleep(first.status === 429 ? ownMs : othersMs, 'over' as const, { ref: false })
    try {
      for (let refusal: HttpError | undefined = first; refusal; refusal = this.#tryEnter(person)) {
        const { promise, resolve } = Promise.withResolvers<'left'>()
        const look = () => resolve('left')
        this.#leaving.add(look)
        const came = await Promise.race([promise, patience])
        this.#leaving.delete(look)
        if (came === 'over') throw refusal
      }
    } finally {
      person.waiting -= 1
      this.#waiting -= 1
    }
  }
}

declare module 'fastify' {
  interface FastifyInstance {
    uploads: { slots: UploadSlots; room: DiskRoom }
    /** Costly writes that are no uploads. */
    costlyWrites: UploadSlots
  }
}

const WATCHED_EVERY_MS = 60_000

/** The disks of files and database. */
function placesOf({ DATA_DIR, DATABASE_URL }: Settings): string[] {
  const cluster = DATABASE_URL ? undefined : (readPointer(DATA_DIR) ?? DATA_DIR)
  return [join(DATA_DIR, 'files'), ...(cluster ? [cluster] : [])]
}

/** The room on the disks for a file that a job makes. */
export const diskRoomOf = (settings: Settings) =>
  new DiskRoom(placesOf(settings), settings.DISK_RESERVE, () => undefined)

/** Gives the app its limits for uploads, and watches the room on the disks also while nobody uploads. */
export function limitUploads(app: FastifyInstance, { settings }: { settings: Settings }): void {
  const places = placesOf(settings)
  const room = new DiskRoom(places, settings.DISK_RESERVE, (isLow) =>
    isLow
      ? app.log.warn(
          `The disk is nearly full: uploads are refused (less is free than DISK_RESERVE) ${places.join(', ')}`,
        )
      : app.log.info('The disk has room again: uploads are taken'),
  )
  app.decorate('uploads', { slots: new UploadSlots(), room })
  app.decorate('costlyWrites', new UploadSlots(LIMITS, COSTLY_WRITES))
  const look = () =>
    void room.isLow().catch((error: unknown) => app.log.warn({ err: error }, 'the disk cannot be asked'))
  const watching = setInterval(look, WATCHED_EVERY_MS)
  watching.unref()
  app.addHook('onReady', async () => look())
  app.addHook('onClose', async () => clearInterval(watching))
}
