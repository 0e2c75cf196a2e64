import { TAKE_EMAIL_PATH } from './contract/auth.ts'
import { STOP_PATH } from './contract/notices.ts'
import { PROVIDER_RETURN } from './contract/provider.ts'

/** The addresses that people open before they have signed in. All others lead them to the first. */
export const ENTRY_PATHS = [
  '/login',
  '/forgot-password',
  '/reset-password',
  TAKE_EMAIL_PATH,
  PROVIDER_RETURN,
  STOP_PATH,
] as const
