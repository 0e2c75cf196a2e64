import type { FastifyBaseLogger } from 'fastify'
import { type College, type Registry, readRegistry } from './registry.ts'
import type { InstallationSettings } from './settings.ts'

/** The time between two looks for colleges that were added, changed or removed. */
const LOOK_EVERY_MS = 2_000

/** The colleges of an installation, as their folders are now. */
export class WatchedRegistry {
  readonly #installation: InstallationSettings
  readonly #logger: FastifyBaseLogger
  readonly #timer: NodeJS.Timeout
  #registry: Registry
  #told = '[]'

  /** @param changed is called after each look */
  constructor(installation: InstallationSettings, logger: FastifyBaseLogger, changed: () => void = () => undefined) {
    this.#installation = installation
    this.#logger = logger
    this.#registry = readRegistry(installation)
    this.#tell()
    this.#timer = setInterval(() => {
      this.look()
      changed()
    }, LOOK_EVERY_MS)
    this.#timer.unref()
  }

  get all(): readonly College[] {
    return [...this.#registry.colleges.values()]
  }

  /** Folders that are not served. */
  get unusable(): Registry['unusable'] {
    return this.#registry.unusable
  }

  get(name: string): College | undefined {
    return this.#registry.colleges.get(name)
  }

  at(host: string): College | undefined {
    return this.#registry.byHost.get(host)
  }

  /** Reads the folders anew. */
  look(): void {
    try {
      this.#registry = readRegistry(this.#installation, this.#registry)
      this.#tell()
    } catch (error) {
      this.#logger.warn({ err: error }, 'the colleges could not be read')
    }
  }

  /** Says once which folders are not served, and why. */
  #tell(): void {
    const { unusable } = this.#registry
    const now = JSON.stringify(unusable)
    if (now === this.#told) return
    this.#told = now
    for (const { name, problem } of unusable)
      this.#logger.error({ college: name, reason: problem }, 'a college is not served')
  }

  stop(): void {
    clearInterval(this.#timer)
  }
}
