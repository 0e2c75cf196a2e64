import { type Column, column } from './column.ts'
import { EMAIL, ROLL_NUMBER, STUDENT_NAME } from './student-columns.ts'

// The columns of files with what students did before: results and attendance.

/** By these a student is found, and seen to be the one that is meant. */
const STUDENT: readonly Column[] = [ROLL_NUMBER, STUDENT_NAME, EMAIL]

/** The place of what is imported; a group is of the batch of its student. */
const PLACE: readonly Column[] = [
  column(
    'department_id',
    'Department',
    'name',
    'departmentname dept deptt deptname nameofdepartment شعبہ',
    'subject speciality specialty discipline',
  ),
  column('group_id', 'Group', 'text', 'groupname groupno wardgroup clinicalgroup subgroup گروپ', 'section'),
]

export const ATTENDANCE_COLUMNS: readonly Column[] = [
  ...STUDENT,
  ...PLACE,
  column('activity_date', 'Day', 'date', 'date sessiondate dateofsession attendancedate dateofattendance dayofsession'),
  column('start_time', 'Start', 'text', 'starttime from timefrom begins time'),
  column('end_time', 'End', 'text', 'endtime to timeto until ends'),
  column('staff_id', 'Staff', 'text', 'teacher staffmember staffnumber staffno heldby takenby', 'faculty doctor'),
  column('status', 'Status', 'entry', 'attendance attendancestatus presentabsent presentorabsent pa حاضری', 'mark'),
  column('remarks', 'Remarks', 'text', 'remark comments comment', 'note notes'),
]

export const RESULT_COLUMNS: readonly Column[] = [
  ...STUDENT,
  ...PLACE,
  column(
    'assessment_id',
    'Assessment',
    'name',
    'assessmentname assessmenttitle nameofassessment title test testname nameoftest exam examname nameofexam examination paper',
    'topic',
  ),
  column('type', 'Type', 'type', 'assessmenttype typeofassessment testtype examtype theorypractical theoryorpractical'),
  column(
    'held_on',
    'Day',
    'date',
    'date dateoftest testdate dateofexam examdate assessmentdate dateofassessment heldon',
  ),
  column(
    'total_marks',
    'Maximum Marks',
    'text',
    'maxmarks maximum max mm outof fullmarks marksoutof maximummark',
    'totalmarks',
  ),
  column('weightage', 'Weight', 'text', 'weightage weighting weightinpercent'),
  column(
    'marks',
    'Marks',
    'mark',
    'marksobtained obtainedmarks obtained marksgiven mark score marksscored scored نمبر',
    'result',
  ),
  column('remarks', 'Remarks', 'text', 'remark comments comment', 'note notes'),
]
