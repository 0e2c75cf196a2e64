/** Says for people why there is no backup. */
export function failureText(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error)
  const { code } = error as { code?: unknown }
  if (code === 'ENOSPC') return `the disk of the backups is full (${text})`
  // The service of deploy/ sees every other place as read-only.
  if (code === 'EROFS')
    return `the server may not write into the directory of the backups: a systemd service needs it in a line ReadWritePaths= (docs/running.md, "As a systemd service"), and a disk must not be mounted read-only (${text})`
  return text
}
