import { AsyncLocalStorage } from 'node:async_hooks'

const current = new AsyncLocalStorage<string>()

/** Returns the name of the college that is worked for, in a process that serves several; nothing in one that serves one. */
export const collegeNow = (): string | undefined => current.getStore()

/** Does work for a college. All that it begins, such as timers and connections, is that college's too. */
export const inCollege = <T>(name: string, work: () => T): T => current.run(name, work)
