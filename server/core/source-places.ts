import { existsSync, readFileSync } from 'node:fs'
import { SourceMap } from 'node:module'
import { fileURLToPath } from 'node:url'

/** A place of a stack in a file of the built server. */
const BUILT_PLACE = /(file:\/\/\/\S*\/dist\/server\/[\w.-]+\.js):(\d+):(\d+)/g

/** A map takes some 25 MB: it is kept for as long as errors are told one after the other. */
const KEPT_MS = 60_000

/** Read when there is an error to be told, and not at the start: that would take a tenth longer. */
const maps = new Map<string, SourceMap | undefined>()

function mapOf(url: string): SourceMap | undefined {
  if (!maps.has(url)) {
    const file = `${fileURLToPath(url)}.map`
    setTimeout(() => maps.delete(url), KEPT_MS).unref()
    maps.set(url, existsSync(file) ? new SourceMap(JSON.parse(readFileSync(file, 'utf8'))) : undefined)
  }
  return maps.get(url)
}

/** Returns a stack with the places of the sources in place of those of the built server. */
export const inSources = (stack: string): string =>
  stack.replaceAll(BUILT_PLACE, (place: string, url: string, line: string, column: string) => {
    const origin = mapOf(url)?.findOrigin(Number(line), Number(column))
    if (!origin || !('fileName' in origin)) return place
    return `${new URL(origin.fileName, url).href}:${origin.lineNumber}:${origin.columnNumber}`
  })
