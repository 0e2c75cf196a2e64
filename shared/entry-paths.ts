import { TAKE_EMAIL_PATH } from './contract/auth.ts'
import { STOP_PATH } from './contract/notices.ts'
import { PROVIDER_RETURN } from './contract/provider.ts'
import { VERIFY_PATH } from './contract/verified-documents.ts'

/** The addresses that people open before they have signed in, and those below them. All others lead them to the first. */
export const ENTRY_PATHS = [
  '/login',
  '/forgot-password',
  '/reset-password',
  TAKE_EMAIL_PATH,
  PROVIDER_RETURN,
  STOP_PATH,
  VERIFY_PATH,
] as const
