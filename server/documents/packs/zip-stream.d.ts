declare module 'zip-stream' {
  import type { Transform } from 'node:stream'
  import type { ZlibOptions } from 'node:zlib'

  /** The part of the library that is used: entries come one after the other. */
  export default class ZipStream extends Transform {
    constructor(options?: { zlib?: ZlibOptions })
    entry(
      source: Buffer | string,
      data: { name: string; date?: Date; store?: boolean; type?: 'file' | 'symlink'; linkname?: string },
      callback: (error: Error | null | undefined) => void,
    ): this
    finalize(): void
  }
}
