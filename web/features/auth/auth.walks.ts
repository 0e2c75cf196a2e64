import type { Walks } from '../../testing/walks.ts'

export const walks: Walks = {
  unformed: {
    'auth.login': ['email password code', 'the sign-in sends by web/core/account.ts'],
    'auth.takeEmail': ['token', 'stands in the address'],
    'auth.resetPassword': ['token', 'stands in the address'],
    'provider.finish': ['query', 'stands in the address'],
  },
}
