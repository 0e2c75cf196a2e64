/**
 * The folder of a cluster into which PostgreSQL puts each finished segment of its log. PostgreSQL works in its own
 * directory, so that no path needs quotes and the folder is its own user's.
 */
export const SPOOL = 'archive_spool'
/** Lies in the spool while nothing can be sent for long: segments are then dropped, so that the disk does not fill. */
export const LETTING_GO = 'letting-go'
/** The folder with the segments that a restore to a point of time replays. */
export const RESTORED = 'archive_restored'

// Under its own name a segment is whole and synced. One that is there already must be the same: a crash between the
// copy and PostgreSQL's note of it makes it ask again.
const COMMAND = `umask 077; s=${SPOOL}; mkdir -p $s || exit 1; test ! -e $s/${LETTING_GO} || exit 0
if test -e $s/%f; then exec cmp -s %p $s/%f; fi
cp -p %p $s/%f.new && sync $s/%f.new && mv $s/%f.new $s/%f && sync $s`

/** Settings of an embedded server whose log is archived; a segment is finished after so many seconds at the latest. */
export const archiveSettings = (seconds: number) => ({
  archive_mode: 'on',
  archive_timeout: `${seconds}s`,
  archive_command: COMMAND,
})

/** Settings that replay a log put into `RESTORED`, up to an instant in ISO, or to its end. */
export const recoverySettings = (until: string | undefined) => ({
  // Nobody is let in before it is over.
  hot_standby: 'off',
  restore_command: `cp ${RESTORED}/%f %p`,
  // Not another history of the same college, which another restore has begun.
  recovery_target_timeline: 'current',
  recovery_target_action: 'promote',
  // No zone has a name yet when it is read, not even Z.
  ...(until !== undefined && { recovery_target_time: until.replace('T', ' ').replace('Z', '+00') }),
})
