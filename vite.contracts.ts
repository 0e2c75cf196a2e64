import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Plugin } from 'vite'
import type { Endpoint } from './shared/endpoint.ts'

const WEB = join(import.meta.dirname, 'web/')
const IMPORT = /^import \{([^}]*)\} from '([./]+\/shared\/contract\/[\w/-]+\.ts)'$/gm
/** Marks the module that has the plain values of a contract. */
const PLAIN = '?plain'

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const isSchema = (value: unknown) => isRecord(value) && '_zod' in value
const isEndpoint = (value: unknown): value is Endpoint & Record<string, unknown> =>
  isRecord(value) && 'method' in value && 'path' in value && 'failure' in value

/** Returns what a browser needs of a call. Only the server checks by its schemas. */
export const calledBy = (endpoint: Endpoint) => {
  const { method, path, action, failure, status, upload, takesMinutes, isAside, file } = endpoint
  return {
    method,
    path,
    action,
    failure,
    status,
    upload,
    takesMinutes,
    isAside,
    ...(file && { file: { type: file.type } }),
  }
}

/** Returns a value as a browser needs it, or nothing when that can't be written as JSON. */
function plainOf(value: unknown): unknown {
  if (isEndpoint(value)) return calledBy(value)
  if (typeof value === 'function' || isSchema(value)) return undefined
  if (!isRecord(value)) return value instanceof RegExp ? undefined : value
  const parts = Object.entries(value).map(([name, part]) => [name, plainOf(part)] as const)
  return parts.some(([, part]) => part === undefined) ? undefined : Object.fromEntries(parts)
}

/** A form imports its schema by the schema's own name: a browser's calls have none. */
function refuseSchemas(code: string, name: string, id: string): void {
  const read = new RegExp(`(?<!typeof )\\b${name}\\.\\w+\\.(?:params|query|body|json|reply)\\b`).exec(code)
  if (read) throw new Error(`${id} reads ${read[0]}, which the built app has not: import the schema by its name`)
}

async function plainValues(path: string): Promise<Record<string, unknown>> {
  const contract: Record<string, unknown> = await import(pathToFileURL(path).href)
  const plain = Object.entries(contract).map(([name, value]) => [name, plainOf(value)] as const)
  return Object.fromEntries(plain.filter(([, value]) => value !== undefined))
}

/**
 * Gives the browser the calls of the contracts, and their other plain values, without the schemas: these come with the
 * form that checks by them. Making all of them took a screen 12 ms.
 */
export const plainContracts: Plugin = {
  name: 'plain-contracts',
  apply: 'build',
  enforce: 'pre',
  async transform(code, id) {
    if (!id.startsWith(WEB)) return undefined
    let written = code
    for (const [line, names = '', from = ''] of code.matchAll(IMPORT)) {
      const plain = await plainValues(resolve(id, '..', from))
      const all = names
        .split(',')
        .map((name) => name.trim())
        .filter((name) => name && !name.startsWith('type '))
      for (const name of all) refuseSchemas(code, name, id)
      const [easy, others] = [all.filter((name) => name in plain), all.filter((name) => !(name in plain))]
      const lines = [
        easy.length > 0 && `import { ${easy.join(', ')} } from '${from}${PLAIN}'`,
        others.length > 0 && `import { ${others.join(', ')} } from '${from}'`,
      ]
      written = written.replace(line, lines.filter(Boolean).join(';'))
    }
    return written === code ? undefined : written
  },
  async load(id) {
    if (!id.endsWith(PLAIN)) return undefined
    const values = Object.entries(await plainValues(id.slice(0, -PLAIN.length)))
    return {
      code: values.map(([name, value]) => `export const ${name} = ${JSON.stringify(value)}`).join('\n'),
      moduleType: 'js',
    }
  },
}
