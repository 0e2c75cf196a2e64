const byGroup = (table: string, counts: string, columns: Record<string, string>) => [
  `truncate ${counts}`,
  `insert into ${counts} (group_id, status, department_id, batch_id, ${Object.keys(columns).join(', ')})
    select group_id, status, department_id, batch_id, ${Object.values(columns).join(', ')} from ${table} group by 1, 2, 3, 4`,
]

/** The counts that the database keeps by itself, statement by statement, when rows are not loaded past its triggers. */
export const KEPT_COUNTS = [
  ...byGroup('attendance_sessions', 'attendance_session_counts', {
    sessions: 'count(*)',
    present: 'sum(present)',
    absent: 'sum(absent)',
    leave: 'sum(leave)',
  }),
  ...byGroup('assessments', 'assessment_counts', { assessments: 'count(*)', results: 'sum(result_count)' }),
  'truncate log_entry_counts',
  `insert into log_entry_counts (skill_id, supervisor_id, status, department_id, entries)
    select skill_id, supervisor_id, status, department_id, count(*) from log_entries group by 1, 2, 3, 4`,
  'truncate feedback_response_counts',
  `insert into feedback_response_counts (feedback_survey_id, responses)
    select feedback_survey_id, count(*) from feedback_responses group by 1`,
]
