import type { Page } from '@playwright/test'

/** Everything that a browser keeps for this page, as whoever opens its tools reads it. */
export const kept = (page: Page) =>
  page.evaluate(async () => {
    const done = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result)
        request.onerror = () => reject(request.error)
      })
    const databases: unknown[] = []
    for (const { name } of await indexedDB.databases()) {
      const database = await done(indexedDB.open(name ?? ''))
      for (const store of database.objectStoreNames) {
        const records = database.transaction(store).objectStore(store)
        databases.push(await Promise.all([done(records.getAllKeys()), done(records.getAll())]))
      }
      database.close()
    }
    const cached: string[] = []
    for (const name of await caches.keys()) {
      const cache = await caches.open(name)
      for (const request of await cache.keys())
        cached.push(request.url, (await (await cache.match(request))?.text()) ?? '')
    }
    return {
      device: JSON.stringify([databases, { ...localStorage }]),
      tab: JSON.stringify({ ...sessionStorage }),
      cached: cached.join('\n'),
    }
  })

/** Returns the same as one text. */
export const everything = async (page: Page) => Object.values(await kept(page)).join('\n')

/** Waits until the page's own files are on the device: it opens without network. */
export const keptOnDevice = (page: Page) =>
  page.evaluate(async () => {
    await navigator.serviceWorker.ready
    if (!navigator.serviceWorker.controller)
      await new Promise((controlled) => {
        navigator.serviceWorker.addEventListener('controllerchange', controlled, { once: true })
      })
  })
