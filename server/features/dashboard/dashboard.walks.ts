import type { Walks } from '../../testing/walks.ts'

export const walks: Walks = {
  prepared: { 'POST /today/seen': () => ({ body: { at: new Date().toISOString() } }) },
  goOn: ['/today/seen'],
}
