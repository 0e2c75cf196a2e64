import type { Feature } from '../../feature.ts'
import { eligibilityPack } from './pack.ts'
import { eligibilityRoutes } from './routes.ts'
import { departmentRisk, ownRisk } from './today.reads.ts'

export const eligibility: Feature = {
  routes: eligibilityRoutes,
  tables: [
    'eligibility_rule_sets',
    'eligibility_exemptions',
    'eligibility_lists',
    'eligibility_list_rows',
    'eligibility_list_boards',
  ],
  holdsFiles: ['eligibility_list_boards'],
  today: [ownRisk, departmentRisk],
  packPart: eligibilityPack,
}
