import { afterAll, expect, inject } from 'vitest'
import type { Row, Tables } from '../db/types.ts'
import { type Client, type TestApp, type TestOptions, testApp } from './app.ts'
import type { Furniture, Person } from './furniture.ts'
import type { NumberedTable } from './make/adding.ts'

/** An app that closes itself after the file, and the looks that most of its tests take. */
export interface FileApp extends TestApp {
  /** The row of this id as the database has it. */
  stored<T extends NumberedTable>(table: T, id: number): Promise<Row<T> | undefined>
  /** Counts the rows. */
  count(table: keyof Tables): Promise<number>
  /** Returns the trail of a record as an administrator reads it, newest first. */
  // biome-ignore lint/suspicious/noExplicitAny: a test looks at whatever came back
  trailOf(entity: string, id: number): Promise<any[]>
}

/** The app of a test file over an empty college; called once, at the top of the file. */
export async function unfurnished(options: TestOptions = {}): Promise<FileApp> {
  const at = await testApp(options)
  afterAll(at.close)
  const { people } = inject('cluster').furniture
  let reader: Promise<Client> | undefined
  return {
    ...at,
    stored: (table, id) =>
      at.db
        .selectFrom(table as 'tasks')
        .selectAll()
        .where('id', '=', id)
        .executeTakeFirst() as Promise<undefined>,
    count: async (table) => {
      const { n } = await at.db
        .selectFrom(table)
        .select((eb) => eb.fn.countAll<number>().as('n'))
        .executeTakeFirstOrThrow()
      return Number(n)
    },
    trailOf: async (entity, id) => {
      reader ??= options.isFurnished ? at.of(people.admin) : at.as('admin')
      return (await (await reader).get(`/audit?entity=${entity}&entity_id=${id}`)).body.data
    },
  }
}

export interface College extends Omit<Furniture, 'people'>, Record<Person, Client> {
  at: FileApp
  /** A new student of the batch, in these groups. */
  student(...groups: number[]): Promise<{ id: number; userId: number; rollNo: string; caller: Client }>
}

/** The app of a test file over the furnished college; called once, at the top of the file. */
export async function furnished(options?: TestOptions): Promise<College> {
  const at = await unfurnished({ ...options, isFurnished: true })
  const { people, ...furniture } = inject('cluster').furniture
  const callers = Object.fromEntries(Object.entries(people).map(([name, id]) => [name, at.later(id)]))
  return {
    at,
    ...furniture,
    ...(callers as Record<Person, Client>),
    student: async (...groups) => {
      const made = await at.make.student(furniture.batch)
      for (const group of groups) await at.make.join(made.id, group)
      return { ...made, caller: await at.of(made.userId) }
    },
  }
}

/** Returns a field of each record that a list answers. */
export async function listed(caller: Client, path: string, field = 'id') {
  const { status, body } = await caller.get(path)
  expect(status, path).toBe(200)
  return body.data.map((one: Record<string, unknown>) => one[field])
}
