import * as z from 'zod/mini'
import { VISIBLE } from './characters.ts'
import { line } from './fields.ts'

/** Matches spaces of any kind, as copied text has them. */
const SPACES = /[ \u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]+/g
const LETTER = /[\p{L}\p{N}]/u
const LOST = 'has question marks where letters were lost, as converted text sometimes does. Please type it by hand'

/** A required title: a line with single plain spaces, and a letter or digit of some script. */
export const title = (name: string) =>
  line(name).check(
    z.overwrite((value) => value.replace(SPACES, ' ')),
    z.refine<string>((value) => LETTER.test(value) || !/\?{2}/.test(value), `${name} ${LOST}`),
    z.refine<string>(
      (value) => LETTER.test(value) || !VISIBLE.test(value) || /\?{2}/.test(value),
      `${name} must contain a letter or a digit`,
    ),
  )

/** The required name of a person, a group and the like: a title without words of question marks alone. */
export const nameLine = (name: string) =>
  title(name).check(
    z.refine<string>((value) => !LETTER.test(value) || !/(?:^| )\?{2,}(?: |$)|\ufffd/.test(value), `${name} ${LOST}`),
  )
