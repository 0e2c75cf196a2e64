import { endText } from '../../../shared/session-times.ts'
import { collegeName } from '../../core/page-config.ts'
import { CollegeMark } from '../../ui/CollegeMark.tsx'
import { OnPaper } from '../../ui/OnPaper.tsx'
import { PersonName } from '../../ui/PersonName.tsx'
import { DOT } from '../../ui/texts.ts'
import { sessionTitle } from './api.ts'
import classes from './RegisterTable.module.css'
import {
  type EntryDraft,
  type EntryStatus,
  entryCounts,
  entryOf,
  remarkOf,
  statusWord,
  type Taking,
} from './register.rules.ts'
import { inOrder, membershipText } from './roster.rules.ts'

/** Returns the entry's word, or nothing, to leave room for writing. */
const entryWord = (entry: EntryStatus | undefined) => (entry ? statusWord(entry) : '')

interface Props {
  taking: Taking
  given: EntryDraft
  /** True when the paper equals the stored entries: it must not say more than the college's records. */
  stored: boolean
}

/** Prints a session's register with its entries, or empty to fill in by hand. */
export function RegisterTable(props: Props) {
  return <OnPaper className={classes.sheet}>{() => <Sheet {...props} />}</OnPaper>
}

function Sheet({ taking: { session, students }, given, stored }: Props) {
  const { untouched, ...counts } = entryCounts(students, given.entries)
  const marked = counts.present + counts.absent + counts.leave
  return (
    <>
      <div>
        <CollegeMark />
        {collegeName()}
      </div>
      <h1>Attendance Register</h1>
      <div className={classes.session}>
        <bdi>{sessionTitle(session)}</bdi> to {endText(session)}
      </div>
      <div>
        {session.department.name}
        {DOT}
        {session.batch.name}
        {DOT}
        <PersonName name={session.staff.name} />
      </div>
      {marked > 0 && (
        <div>
          {counts.present} present, {counts.absent} absent, {counts.leave} leave
          {untouched > 0 && `, ${untouched} not marked`}
        </div>
      )}
      {marked > 0 && !stored && <strong>These marks are not saved yet.</strong>}
      <table>
        <thead>
          <tr>
            <th scope="col">No.</th>
            <th scope="col">Roll Number</th>
            <th scope="col">Student Name</th>
            <th scope="col">Status</th>
            <th scope="col">Remarks</th>
          </tr>
        </thead>
        <tbody>
          {inOrder(students).map((student, index) => (
            <tr key={student.student_id}>
              <td>{index + 1}</td>
              <td>{student.roll_no}</td>
              <td>
                <PersonName name={student.name} />
                {membershipText(student) && <div>{membershipText(student)}</div>}
              </td>
              <td>{student.is_marked ? entryWord(entryOf(student, given.entries)) : 'Not active'}</td>
              <td>
                <bdi>{remarkOf(student, given.remarks)}</bdi>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <div className={classes.signature}>Signature</div>
    </>
  )
}
