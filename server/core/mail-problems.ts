const ANSWERS_SHOWN = 160
/** A reply of a mail server: a code, and words. */
const REPLY = /^[2-5]\d\d[ -]/

/** Returns the first line of what a mail server said. Nothing that is no reply of one is shown. */
function firstLine(said: unknown): string | undefined {
  if (typeof said !== 'string') return undefined
  const line = (said.split(/\r?\n/, 1)[0] ?? '').replace(/[^\x20-\x7e]/g, '').slice(0, ANSWERS_SHOWN)
  return REPLY.test(line) ? line : undefined
}

const PROBLEMS: Readonly<Record<string, string>> = {
  ECONNECTION: 'The mail server could not be reached.',
  ECONNREFUSED: 'The mail server could not be reached.',
  EDNS: 'There is no mail server of this name.',
  ETIMEDOUT: 'The mail server did not answer in time.',
  ESOCKET: 'The connection to the mail server could not be made, or could not be encrypted.',
  ETLS: 'The connection to the mail server could not be encrypted.',
  EAUTH: 'The mail server did not take the user name and the password.',
  ENOAUTH: 'The mail server asks for a user name and a password.',
  EENVELOPE: 'The mail server did not take the sender or the receiver.',
  EMESSAGE: 'The mail server did not take the mail.',
  EPROTOCOL: 'There is no mail server at this address.',
}

/** Tells in plain words why a mail was not sent, with the mail server's own first line. */
export function mailProblem(error: unknown): string {
  const { code, response } = (error ?? {}) as { code?: unknown; response?: unknown }
  const problem = PROBLEMS[String(code)] ?? 'The mail could not be sent.'
  const line = firstLine(response)
  return line === undefined ? problem : `${problem} It said: ${line}`
}
