import { getLogin } from '../core/login.ts'
import { allKept, type DeviceRecord, keep, kept } from './device.ts'

const signedIn = () => getLogin()?.user.id

/**
 * Keeps answers of the server on the device for the signed-in person, under names with one start. They are a help,
 * never a condition: a device that refuses counts as an empty one.
 */
export const shelf = <T>(start: string) => ({
  /** Keeps an answer for `owner`, unless they have gone meanwhile. */
  async keep(owner: number | undefined, name: number | '', value: T): Promise<void> {
    if (owner !== undefined && owner === signedIn()) await keep(owner, start + name, value).catch(() => undefined)
  },
  async find(name: number | ''): Promise<DeviceRecord<T> | undefined> {
    const owner = signedIn()
    return owner === undefined ? undefined : kept<T>(owner, start + name).catch(() => undefined)
  },
  async all(): Promise<DeviceRecord<T>[]> {
    const owner = signedIn()
    const found = owner === undefined ? [] : await allKept<T>(owner, start).catch(() => [])
    return found.map(([, one]) => one)
  },
})
