import { writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Plugin, Rolldown } from 'vite'
import type { Screen } from './web/core/screens.ts'

/** A feature's declaration of a screen. */
const SCREEN = /\/web\/features\/[\w-]+\/(?:\w+\.)?screen\.ts$/

type Chunk = Rolldown.OutputChunk

/** The chunks of a build, by what is in them. */
export function chunksIn(bundle: Rolldown.OutputBundle) {
  const chunks = Object.values(bundle).filter((one): one is Chunk => one.type === 'chunk')
  const byName = new Map(chunks.map((chunk) => [chunk.fileName, chunk]))
  return {
    first: chunks.filter(({ isEntry }) => isEntry).map(({ fileName }) => fileName),
    of(source: string): string {
      const found = chunks.find(({ moduleIds }) => moduleIds.includes(resolve(import.meta.dirname, 'web', source)))
      if (!found) throw new Error(`No file has the code of ${source}`)
      return found.fileName
    },
    /** These files and all that loads by what `next` says: scripts, and the styles that they bring. */
    reached(
      names: readonly string[],
      next: (chunk: Chunk) => readonly string[],
      known = new Set<string>(),
    ): Set<string> {
      for (const name of names) {
        const chunk = byName.get(name)
        if (!chunk || known.has(name)) continue
        known.add(name)
        for (const css of chunk.viteMetadata?.importedCss ?? []) known.add(css)
        this.reached(next(chunk), next, known)
      }
      return known
    },
  }
}

const atOnce = ({ imports }: Chunk) => imports

/** Returns the file that a function imports, which is all that it does. */
function importedBy(find: (...given: never[]) => unknown, of: string): string {
  const [, specifier, ...others] = String(find).split(/import\('([^']+)'\)/)
  if (!specifier || others.length > 1) throw new Error(`${of} has to import one file at a time: ${find}`)
  return resolve(dirname(of), specifier)
}

/**
 * Writes down, for the server (server/http/pages.ts), which files a screen's code is in, by its path, and that of the
 * dialogs that an address may open over it: the server names them in the page, so that a browser fetches them beside the
 * first code and not after it. And which files only people of some roles need, dialogs included, by their names: the
 * service worker of the others does not keep them.
 */
export const screenCode = (out: string): Plugin => ({
  name: 'screen-code',
  apply: 'build',
  async writeBundle(_options, bundle) {
    const chunks = chunksIn(bundle)
    const declared = [...this.getModuleIds()].filter((id) => SCREEN.test(id))
    const screens = await Promise.all(
      declared.map(async (id) => {
        const { screen } = (await import(pathToFileURL(id).href)) as { screen: Screen }
        const dialogs = Object.entries(screen.dialogs ?? {}).map(
          ([name, { find }]) => [name, chunks.of(importedBy(find, id))] as const,
        )
        return { ...screen, page: chunks.of(importedBy(screen.load, id)), dialogs }
      }),
    )

    const first = chunks.reached(chunks.first, atOnce)
    const early = screens.map(({ path, page, dialogs }) => {
      const own = chunks.reached([page], atOnce)
      const beyond = (files: Set<string>, known: Set<string>) =>
        [...files].filter((file) => !known.has(file)).map((file) => `/${file}`)
      const ofDialogs = dialogs.map(([name, file]) => [name, beyond(chunks.reached([file], atOnce), first.union(own))])
      return [path, { files: beyond(own, first), dialogs: Object.fromEntries(ofDialogs) }]
    })
    writeFileSync(join(out, '../early-code.json'), JSON.stringify(Object.fromEntries(early)))

    const ofScreens = new Set(screens.flatMap(({ page, dialogs }) => [page, ...dialogs.map(([, file]) => file)]))
    const sometime = ({ imports, dynamicImports }: Chunk) =>
      [...imports, ...dynamicImports].filter((name) => !ofScreens.has(name))
    const everybodys = chunks.reached(chunks.first, sometime)
    const roles = new Map<string, Set<string>>()
    for (const { page, dialogs, tile, roles: openTo } of screens) {
      const own = tile?.roles ?? openTo
      for (const file of chunks.reached([page, ...dialogs.map(([, file]) => file)], sometime))
        if (!own) everybodys.add(file)
        else roles.set(file, new Set([...(roles.get(file) ?? []), ...own]))
    }
    const ofRoles = [...roles].filter(([file]) => !everybodys.has(file)).map(([file, of]) => [file, [...of]])
    writeFileSync(join(out, '../role-code.json'), JSON.stringify(Object.fromEntries(ofRoles)))
  },
})
