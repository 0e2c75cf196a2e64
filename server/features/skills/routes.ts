import { skills } from '../../../shared/contract/skills.ts'
import { changing, deleting } from '../../http/records.ts'
import { routes } from '../../http/routes.ts'
import { listCategories, listSkills, lockSkill, readSkill } from './reads.ts'
import { createSkill, deleteSkill, updateSkill } from './writes.ts'

export const skillRoutes = routes(skills, {
  list: ({ db, caller, query, page }) => listSkills(db, caller, query, page),
  categories: ({ db, caller, query, page }) => listCategories(db, caller, query, page),
  read: async ({ db, caller, params }) => ({ data: await readSkill(db, caller, params.id) }),
  create: async ({ write, caller, body }) => ({ data: await write((tx) => createSkill(tx, caller, body)) }),
  update: changing(lockSkill, updateSkill),
  remove: deleting(lockSkill, deleteSkill, 'Skill deleted successfully'),
})
