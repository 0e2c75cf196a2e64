export const PORT = 5432
export const USER = 'clinical_elog'
export const DATABASE = 'clinical_elog'

// On the command line, so that a cluster made by an older version gets today's settings.
export const SETTINGS = {
  listen_addresses: '',
  port: String(PORT),
  unix_socket_permissions: '0700',
  max_connections: '80',
  shared_buffers: '128MB',
  fsync: 'on',
  full_page_writes: 'on',
  synchronous_commit: 'on',
  jit: 'off',
  timezone: 'UTC',
  log_timezone: 'UTC',
  logging_collector: 'off',
  log_destination: 'stderr',
  log_checkpoints: 'off',
  // Details and statements would put people's data into the log.
  log_error_verbosity: 'terse',
  log_min_error_statement: 'panic',
}
