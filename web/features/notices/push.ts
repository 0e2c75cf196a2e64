import type { notices } from '../../../shared/contract/notices.ts'
import type { BodyInput } from '../../../shared/endpoint.ts'

export const REFUSED = 'This browser shows no notices of this page. Allow them in its settings, then try again.'
const NOT_KEPT = 'This browser keeps nothing of this page, so it can’t be told anything. Reload the page and try again.'
const NO_SERVICE = 'The browser could not reach its own service for notices. Please try again later.'

/** Tells whether this browser can be told of what is new, has refused to, or may be asked. */
export function pushState(): 'able' | 'unable' | 'refused' {
  const isAble = 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window
  if (!isAble) return 'unable'
  return Notification.permission === 'denied' ? 'refused' : 'able'
}

const managerOf = async () => (await navigator.serviceWorker.getRegistration())?.pushManager

async function subscribed(manager: PushManager, key: string): Promise<PushSubscription> {
  const options = { userVisibleOnly: true, applicationServerKey: key }
  try {
    return await manager.subscribe(options)
  } catch (error) {
    // The browser may hold a subscription that was made with the key of another installation.
    const former = await manager.getSubscription()
    if (!former) throw error
    await former.unsubscribe()
    return manager.subscribe(options)
  }
}

/**
 * Asks the person, and has the browser take notices that are signed with this key.
 * @returns what the server tells it by
 * @throws Error in words for the person
 */
export async function subscribe(key: string): Promise<BodyInput<typeof notices.addDevice>> {
  if ((await Notification.requestPermission()) !== 'granted') throw new Error(REFUSED)
  const manager = await managerOf()
  if (!manager) throw new Error(NOT_KEPT)
  const made = await subscribed(manager, key).catch(() => {
    throw new Error(NO_SERVICE)
  })
  const { endpoint = '', keys: { p256dh = '', auth = '' } = {} } = made.toJSON()
  return { endpoint, keys: { p256dh, auth } }
}

/** Has the browser take no more notices. The server has been told already, so a failure changes nothing. */
export async function unsubscribe(): Promise<void> {
  const manager = await managerOf().catch(() => undefined)
  await manager
    ?.getSubscription()
    .then((made) => made?.unsubscribe())
    .catch(() => undefined)
}
