import { statfsSync } from 'node:fs'

/** So many bytes of shared memory the database may want for a statement that several of its processes work on. */
const SHARED_MEMORY = 64 * 1024 ** 2

/**
 * Returns the database's settings for its shared memory. A small `/dev/shm`, as a container may have, would end a start or
 * a long statement; files of the cluster do as well, a little slower.
 */
export function sharedMemory(): Record<string, string> {
  if (process.platform !== 'linux') return {}
  try {
    const { bavail, bsize } = statfsSync('/dev/shm')
    if (bavail * bsize >= SHARED_MEMORY) return {}
  } catch {
    // There is none.
  }
  return { dynamic_shared_memory_type: 'mmap' }
}
