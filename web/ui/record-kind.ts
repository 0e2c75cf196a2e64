import type { AuditEntity } from '../../shared/contract/audit.ts'

/** The words for a kind of records: titles, questions and toasts are made of them. */
export interface RecordKind {
  entity: AuditEntity
  /** In titles: "Edit Staff". */
  title: string
  /** In sentences: "Are you sure you want to delete this staff member?" */
  noun: string
}

/** Returns "Staff member updated successfully!" */
export const doneText = ({ noun }: RecordKind, done: 'created' | 'updated' | 'deleted') =>
  `${noun.charAt(0).toUpperCase()}${noun.slice(1)} ${done} successfully!`
