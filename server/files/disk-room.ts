import { existsSync } from 'node:fs'
import { stat, statfs } from 'node:fs/promises'
import { dirname } from 'node:path'
import { noRoom, nothingAdded } from '../core/errors.ts'

/** The room that files must leave free on a disk: so many bytes, and such a share of the disk. */
export interface DiskReserve {
  bytes: number
  share: number
}

const isFull = (error: unknown) =>
  error instanceof Error && 'code' in error && (error.code === 'ENOSPC' || error.code === 'EDQUOT')

/** A disk that is full is a 507 whatever was written; any other failure stays what it is. */
export const asNoRoom = (error: unknown): unknown => (isFull(error) ? noRoom() : error)

function existing(path: string): string {
  return existsSync(path) || dirname(path) === path ? path : existing(dirname(path))
}

/** An upload that is running: what of it is still to come is no longer free. */
export interface RoomClaim {
  /** Bytes have been written. @throws 507 when the disk has come below its reserve meanwhile */
  wrote(bytes: number): Promise<void>
  end(): void
}

const ASKED_EVERY_BYTES = 1024 * 1024
const ASKED_EVERY_MS = 1_000

/** Watches the disks that uploads are written to and that the database lies on. */
export class DiskRoom {
  readonly #places: string[]
  readonly #reserve: DiskReserve
  readonly #tell: (isLow: boolean) => void
  #expected = 0
  #isLow = false
  #asked: { at: number; isLow: Promise<boolean> } | undefined

  /** `tell` hears when a disk becomes low, and when there is room again. */
  constructor(places: string[], reserve: DiskReserve, tell: (isLow: boolean) => void) {
    this.#places = places
    this.#reserve = reserve
    this.#tell = tell
  }

  /** Returns the room of each disk, with the places on it. A disk that can't be asked is left out. */
  async spaces(): Promise<{ place: string; free: number; bytes: number; is_low: boolean }[]> {
    const asked = this.#places.map(async (place) => {
      const [{ bavail, blocks, bsize }, { dev }] = await Promise.all([statfs(existing(place)), stat(existing(place))])
      const [free, bytes] = [bavail * bsize, blocks * bsize]
      return { dev, place, free, bytes, is_low: free < Math.max(this.#reserve.bytes, bytes * this.#reserve.share) }
    })
    const found = (await Promise.all(asked.map((one) => one.catch(() => undefined)))).filter((one) => one !== undefined)
    return [...Map.groupBy(found, ({ dev }) => dev).values()].flatMap((all) => {
      const [disk] = all
      if (!disk) return []
      const { dev, ...told } = disk
      return { ...told, place: all.map(({ place }) => place).join(', ') }
    })
  }

  /** Bytes that files may still take, less than none when there is too little room. */
  async #spare(): Promise<number> {
    const spare = await Promise.all(
      this.#places.map(async (place) => {
        const { bavail, blocks, bsize } = await statfs(existing(place))
        return bavail * bsize - Math.max(this.#reserve.bytes, blocks * bsize * this.#reserve.share)
      }),
    )
    return Math.min(...spare)
  }

  /** True when uploads are refused for want of room. */
  async isLow(): Promise<boolean> {
    const isLow = (await this.#spare()) < 0
    if (isLow !== this.#isLow) this.#tell(isLow)
    this.#isLow = isLow
    return isLow
  }

  /**
   * Refuses what adds something, as long as there is too little room. The disks are asked at most once a second.
   * @throws 507
   */
  async refuseLow(): Promise<void> {
    const now = performance.now()
    if (!this.#asked || now - this.#asked.at > ASKED_EVERY_MS) this.#asked = { at: now, isLow: this.isLow() }
    if (await this.#asked.isLow.catch(() => false)) throw nothingAdded()
  }

  /**
   * Sets room aside for an upload of so many bytes.
   * @throws 507 when there is too little, what running uploads still expect counted in
   */
  async expect(bytes: number): Promise<RoomClaim> {
    // Counted before it is asked, so that two at once do not both find the same room.
    let left = bytes
    this.#expected += bytes
    const end = () => {
      this.#expected -= left
      left = 0
    }
    try {
      if ((await this.isLow()) || (await this.#spare()) < this.#expected) throw noRoom()
    } catch (error) {
      end()
      throw error
    }
    let unasked = 0
    const wrote = async (count: number) => {
      const taken = Math.min(count, left)
      left -= taken
      this.#expected -= taken
      unasked += count
      if (unasked < ASKED_EVERY_BYTES) return
      unasked = 0
      if (await this.isLow()) throw noRoom()
    }
    return { wrote, end }
  }
}
