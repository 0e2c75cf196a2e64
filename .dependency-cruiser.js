import { Visitor } from '@swc/core/Visitor.js'

// The visitor of swc, by which dependency-cruiser walks, throws at `await using`.
const { visitStatement } = Visitor.prototype
Visitor.prototype.visitStatement = function visit(statement) {
  if (statement.type !== 'UsingDeclaration') return visitStatement.call(this, statement)
  return { ...statement, decls: this.visitVariableDeclarators(statement.decls) }
}

/** Import directions (CONTRIBUTING.md, rule 1). */
const only = (name, from, allowed) => ({
  name,
  severity: 'error',
  from: { path: from },
  to: { pathNot: allowed, dependencyTypesNot: ['npm', 'npm-dev', 'npm-optional', 'core'] },
})
const test = String.raw`\.(?:test|walks)\.tsx?$|^server/testing/|^web/testing/`

/**
 * Writers that a feature may call besides those of accounts, memberships and notices. An import does with each row what the
 * screens do; the year's turn ends the time of students; a role that is taken leaves the record that gave it; who joins or
 * leaves a group changes it; the cases of who leaves go to somebody else. A question of the pool is copied into a survey;
 * a survey is told when its responses are opened, which the first who asks for results does. A bulk task makes the skill
 * of its name. The values of own fields are written with their record.
 */
const WRITERS_OF = {
  tasks: 'skills',
  imports: 'students|staff|skills|batches|groups|departments|designations|assessments|attendance',
  batches: 'students',
  eligibility: 'verified-documents',
  roles: 'students|staff|reportings',
  memberships: 'groups',
  staff: 'reportings|own-fields',
  students: 'reportings|own-fields',
  'question-pool': 'surveys',
  responses: 'surveys',
  'survey-results': 'responses',
}

/**
 * The rooms of the server, each above those before it. A room imports from lower ones only, so that no two import each
 * other. Above them all stand the other files of `server` itself: `app.ts`, `serve.ts`, the commands.
 */
const FLOORS =
  'settings.ts machine/ db/ core/ documents/ files/ offsite/ jobs/ http/ feature.ts features/ demo/ backup/ db-move/ colleges/'.split(
    ' ',
  )
const ROOMS = FLOORS.filter((floor) => floor.endsWith('/')).join('|')

export default {
  forbidden: [
    { name: 'no cycles', severity: 'error', from: {}, to: { circular: true } },
    { name: 'nothing unresolved', severity: 'error', from: {}, to: { couldNotResolve: true } },
    {
      name: 'shared imports only zod',
      severity: 'error',
      from: { path: '^shared/', pathNot: test },
      to: { pathNot: '^shared/|node_modules/zod/' },
    },
    {
      // An installation ("npm ci --omit=dev") does without these, the browser’s packages among them.
      name: 'the server runs without development dependencies',
      severity: 'error',
      from: { path: '^(?:server|shared)/', pathNot: [test, '\\.fixture\\.ts$'] },
      to: { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'server does not import web',
      severity: 'error',
      from: { path: '^server/', pathNot: test },
      to: { path: '^web/' },
    },
    {
      name: 'web does not import server',
      severity: 'error',
      from: { path: '^web/', pathNot: test },
      to: { path: '^server/' },
    },
    ...FLOORS.map((floor, index) =>
      only(
        `server/${floor} imports from lower floors only`,
        `^server/${floor}(?!.*\\.(?:test|permissions|walks)\\.ts$)`,
        `^(?:shared/|server/(?:${FLOORS.slice(0, index + 1).join('|')}))`,
      ),
    ),
    {
      name: 'each room of the server has its floor',
      severity: 'error',
      from: { path: `^server/(?!${ROOMS}|testing/|tests/)[^/]+/` },
      to: {},
    },
    ...['', ...Object.keys(WRITERS_OF)].map((feature) => ({
      name: `of another server feature only reads and rules, and what ${feature || 'everybody'} may have written`,
      severity: 'error',
      from: {
        path: feature ? `^server/features/(${feature})/` : '^server/features/([^/]+)/',
        pathNot: [test, ...(feature ? [] : [`^server/features/(?:${Object.keys(WRITERS_OF).join('|')})/`])],
      },
      to: {
        path: '^server/features/',
        pathNot: [
          '^server/features/$1/',
          '(?:reads|rules)\\.ts$',
          `^server/features/(?:${['accounts', 'memberships', 'notices', WRITERS_OF[feature]].filter(Boolean).join('|')})/[a-z.-]*writes\\.ts$`,
        ],
      },
    })),
    only('web core', '^web/core/(?!.*\\.test\\.tsx?$)', '^(?:shared|web/core)/'),
    only('web offline', '^web/offline/(?!.*\\.test\\.tsx?$)', '^(?:shared|web/(?:core|offline))/'),
    only('web ui', '^web/ui/(?!.*\\.test\\.tsx?$)', '^(?:shared|web/(?:core|ui))/'),
    only('web layout', '^web/layout/(?!.*\\.test\\.tsx?$)', '^(?:shared|web/(?:core|offline|ui|layout))/'),
    only('web parts', '^web/parts/(?!.*\\.test\\.tsx?$)', '^(?:shared|web/(?:core|offline|ui|layout|parts))/'),
    only(
      'web features know no screens',
      '^web/features/(?!.*\\.(?:test|walks)\\.tsx?$)',
      '^(?:shared|web/(?:core|offline|ui|layout|parts|features))/',
    ),
    {
      // A dialog is a whole thing that is opened by an id, as a screen is by its address.
      name: 'of another web feature only api.ts and its dialogs',
      severity: 'error',
      from: { path: '^web/features/([^/]+)/', pathNot: test },
      to: {
        path: '^web/features/',
        pathNot: ['^web/features/$1/', '[./]api\\.ts$', 'Modal\\.tsx$'],
      },
    },
  ],
  required: [],
  options: {
    parser: 'swc',
    doNotFollow: { path: 'node_modules' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'node', 'default'] },
  },
}
