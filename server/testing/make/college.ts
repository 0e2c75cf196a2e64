import type { Db } from '../../db/types.ts'
import { add, type Fields, next } from './adding.ts'

export const collegeMakers = (db: Db) => ({
  department: (fields: Fields<'departments'> = {}) =>
    add(db, 'departments', { name: `Department ${next()}`, ...fields }),

  designation: (fields: Fields<'designations'> = {}) =>
    add(db, 'designations', { name: `Designation ${next()}`, ...fields }),

  /** Named otherwise than the batches that tests name after a year: the count of a long run comes to 2023 too. */
  batch: (fields: Fields<'batches'> = {}) =>
    add(db, 'batches', { name: `Intake ${next()}`, current_year: '3rd Year', ...fields }),
})
