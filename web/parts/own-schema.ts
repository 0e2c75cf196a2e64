import * as z from 'zod/mini'
import type { OwnField } from '../../shared/contract/own-fields.ts'
import { checkOwnValue } from '../../shared/own-values.ts'
import type { ownBody } from './own-fields.ts'

/** Returns a form's schema that checks the own fields, too, as the server does. */
export const withOwn = (schema: z.ZodMiniType, fields: readonly OwnField[]): z.ZodMiniType =>
  fields.reduce((checked, field) => {
    const problemOf = (body: unknown) => {
      const result = checkOwnValue(field, (body as ReturnType<typeof ownBody>).own?.[String(field.id)] ?? null)
      return 'problem' in result ? result.problem : undefined
    }
    return checked.check(
      z.refine((body) => problemOf(body) === undefined, {
        path: ['own', String(field.id)],
        error: ({ input }) => problemOf(input),
        // Another wrong field must not keep this one from its message.
        when: () => true,
      }),
    )
  }, schema)

/** Returns the name of a refused own field, whose path is a number. */
export const ownNameOf = (fields: readonly OwnField[]) => (path: string) =>
  fields.find(({ id }) => path === `own.${id}`)?.name
