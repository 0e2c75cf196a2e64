import type { ImportKind, ImportPreview, ImportRow } from '../../../shared/contract/imports.ts'
import type { Schema } from '../../../shared/endpoint.ts'
import { folded } from '../../../shared/folding.ts'
import type { Db } from '../../db/types.ts'
import type { PlannedRow } from './kinds.ts'
import { closeNames, isOtherName, isSameName, likeName, slips } from './likeness.ts'
import type { NamesByField } from './names.ts'
import { listOfferedStudents, type OfferedStudent } from './past.reads.ts'

// Offers stored names for the wrong ones of a file: a person picks them, nothing is mended by itself.

/** So many different words are compared with what is stored: a file with more is wrong as a whole. */
const WORDS_MOST = 300

/** Roll numbers with more slips are others. */
const ROLL_SLIPS = 2

/** More students than these say nothing of who is meant. */
const STUDENTS_MOST = 3

const bareRoll = (roll: string) => folded(roll).replace(/[^\p{L}\p{N}]/gu, '')
const digitsIn = (text: string) => text.replace(/\D/g, '')

/** Tells whether two roll numbers have the same digits, in this order or with two of them swapped. */
function isSameRoll(bare: string, other: string): boolean {
  const [mine, theirs] = [digitsIn(bare), digitsIn(other)]
  if (mine === '' || [...mine].sort().join('') !== [...theirs].sort().join('')) return false
  return slips(mine, theirs) <= 1
}

/** Tells whether two roll numbers differ by slips only. */
const isNearRoll = (bare: string, other: string) =>
  Math.abs(bare.length - other.length) <= ROLL_SLIPS && slips(bare, other) <= ROLL_SLIPS

/**
 * Returns the students whom a row may be about: by a roll number with slips where it has their name, else by the same
 * digits. Somebody with quite another name is not meant.
 */
function studentsMeant(text: string, name: string, students: readonly OfferedStudent[]): string[] {
  const bare = bareRoll(text)
  const near = students.flatMap(({ roll_no, name: stored }) => {
    const other = bareRoll(roll_no ?? '')
    const isSame = isSameRoll(bare, other)
    return roll_no !== null && (isSame || (name !== '' && isNearRoll(bare, other))) ? { roll_no, stored, isSame } : []
  })
  const named = near.filter(({ stored }) => name !== '' && (isSameName(name, stored) || likeName(name, [stored])))
  const others = near.filter(({ stored, isSame }) => isSame && (name === '' || !isOtherName(name, stored)))
  const meant = named.length > 0 ? named : others
  return meant.length > STUDENTS_MOST ? [] : meant.map(({ roll_no }) => roll_no)
}

function emailsMeant(text: string, name: string, students: readonly OfferedStudent[]): string[] {
  const meant = students.filter((one) => name === '' || !isOtherName(name, one.name))
  return closeNames(
    text,
    meant.flatMap(({ email }) => email ?? []),
  )
}

interface Stored {
  names: NamesByField
  fields: ImportPreview['fields']
  made: readonly { field: string; name: string }[]
}

const isPast = (kind: ImportKind) => kind === 'results' || kind === 'attendance'
const namesStudent = (field: string) => field === 'roll_no' || field === 'email'

/** Returns what finds the stored names that a wrong cell may be meant for. */
function finder({ names, fields, made }: Stored, students: readonly OfferedStudent[]) {
  const offered = new Map(
    fields.map(({ field, choices = [] }) => {
      const stored = names[field]?.map(({ name }) => name) ?? choices
      return [field, [...stored, ...made.flatMap((one) => (one.field === field ? one.name : []))]]
    }),
  )
  const closeOf = (
    field: string,
    text: string,
    name: string,
    own: readonly string[] | undefined,
  ): readonly string[] => {
    if (students.length > 0 && namesStudent(field))
      return field === 'email' ? emailsMeant(text, name, students) : studentsMeant(text, name, students)
    const choices = own ?? offered.get(field) ?? []
    const close = closeNames(text, choices)
    // A gender that nobody knows is one of three, which a person picks for all rows with the word.
    return close.length === 0 && field === 'gender' ? choices : close
  }
  const found = new Map<string, readonly string[]>()
  return (field: string, text: string, { row: { name }, offers }: PlannedRow<Schema, Schema>): readonly string[] => {
    const own = offers?.[field]
    const key = JSON.stringify([field, text, own ?? (namesStudent(field) ? name : null)])
    const before = found.get(key)
    if (before) return before
    if (found.size >= WORDS_MOST) return []
    const meant = closeOf(field, text, name, own)
    // A name that is there is wrong for another reason.
    const close = meant.some((one) => folded(one) === folded(text)) ? [] : meant
    found.set(key, close)
    return close
  }
}

/** Returns the rows of a plan, each wrong cell with the stored names that may be meant. */
export async function withHints(
  db: Db,
  kind: ImportKind,
  plan: readonly PlannedRow<Schema, Schema>[],
  stored: Stored,
): Promise<ImportRow[]> {
  const lacksStudent = isPast(kind) && plan.some(({ row }) => Object.keys(row.errors).some(namesStudent))
  const closeTo = finder(stored, lacksStudent ? await listOfferedStudents(db) : [])
  return plan.map((planned) => {
    const { row } = planned
    const like: NonNullable<ImportRow['like']> = {}
    for (const field of Object.keys(row.errors)) {
      const text = row.values[field]
      const close = text === undefined ? [] : closeTo(field, text, planned)
      if (close.length > 0) like[field] = [...close]
    }
    return Object.keys(like).length > 0 ? { ...row, like } : row
  })
}
