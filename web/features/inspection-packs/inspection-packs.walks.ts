import type { Walks } from '../../testing/walks.ts'

export const walks: Walks = {
  addresses: { '/eligibility/packs': ['page=2', 'modal=add'] },
}
