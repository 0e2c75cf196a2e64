import { accessSync, constants, realpathSync, statSync } from 'node:fs'
import { join, sep } from 'node:path'
import { invalid } from '../../core/errors.ts'

const isWithin = (path: string, directory: string) => path === directory || path.startsWith(directory + sep)

/** The parts of a data directory: a backup in them would be taken for theirs, or be lost with them. */
const PARTS = ['files', 'postgres']

const realPath = (path: string): string | undefined => {
  try {
    return realpathSync(path)
  } catch {
    return undefined
  }
}

/** Returns why the server can't write into a directory. */
function refusalOf(path: string | undefined): 'EROFS' | 'other' | undefined {
  if (path === undefined) return 'other'
  try {
    accessSync(path, constants.W_OK | constants.X_OK)
    return statSync(path).isDirectory() ? undefined : 'other'
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EROFS' ? 'EROFS' : 'other'
  }
}

/** @throws 422 for a directory that the server may not write into, or that lies among the data */
export function refuseBackupPlace(directory: string, dataDir: string): void {
  const refuse = (text: string) => invalid({ backup_dir: [text] })
  const real = realPath(directory)
  const refusal = refusalOf(real)
  if (refusal === 'EROFS')
    throw refuse(
      'The server’s service may not write there. Name the directory in a line ReadWritePaths= of the service.',
    )
  if (real === undefined || refusal)
    throw refuse('The server finds no such directory, or may not write there. Make it first, for the server’s user.')
  const own = realPath(dataDir)
  const parts = PARTS.map((part) => realPath(join(dataDir, part)))
  if (own === real || parts.some((part) => part !== undefined && isWithin(real, part)))
    throw refuse('Backups must not lie among the data. Choose another directory, best on another disk.')
}
