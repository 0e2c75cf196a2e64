import { outsider } from '../../testing/prepared-calls.ts'
import type { Walks } from '../../testing/walks.ts'

export const walks: Walks = { prepared: { 'POST /student-groups/assign': outsider } }
