import type { AuditEntity } from '../../shared/contract/audit.ts'

/** What the screens call the records of a kind: titles, questions and toasts are made of it. */
export interface RecordKind {
  entity: AuditEntity
  /** In titles: "Edit Staff". */
  title: string
  /** In sentences: "Are you sure you want to delete this staff member?" */
  noun: string
}

/** "Staff member updated successfully!" */
export const doneText = ({ noun }: RecordKind, done: 'created' | 'updated' | 'deleted') =>
  `${noun.charAt(0).toUpperCase()}${noun.slice(1)} ${done} successfully!`
