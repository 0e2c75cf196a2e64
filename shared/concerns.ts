interface Concern {
  /** The words that administrators read. */
  title: string
  /** False for one that does not make the installation `degraded`: it is told all the same. */
  degrades: boolean
}

const one = (title: string, degrades = true): Concern => ({ title, degrades })

/** The kinds of things that may be wrong with an installation. */
export const CONCERNS = {
  'backup-failed': one('The last backup failed'),
  'backup-late': one('There is no newer backup'),
  'backup-incomplete': one('Files were missing or damaged when they were backed up'),
  'archive-late': one('The log of the database is not archived'),
  'copy-unset': one('No backup leaves the machine, though a bucket is set'),
  'copy-failed': one('The last copy of a backup off the machine failed'),
  'copy-late': one('There is no newer copy of a backup off the machine'),
  'restore-failed': one('The last test restore failed'),
  'restore-untested': one('No backup was restored on trial for 40 days', false),
  'disk-low': one('A disk is nearly full'),
  certificate: one('The certificate ends soon'),
  clock: one('A clock is wrong'),
  'jobs-failed': one('Background jobs were given up'),
  'mail-waits': one('The mail server takes no mails'),
  'files-unchecked': one('Files are not taken: their store is not this college’s, or is away'),
  'files-unswept': one('Files without a record are not set aside'),
  'slow-statements': one('Statements are slow', false),
  'trail-broken': one('The audit trail is not whole'),
  'new-version': one('There is a newer version', false),
} as const satisfies Record<string, Concern>

export type ConcernWord = keyof typeof CONCERNS
export const CONCERN_WORDS = Object.keys(CONCERNS) as [ConcernWord, ...ConcernWord[]]
