// Made from the database: npx vitest run server/db/schema.test.ts -u
import type { ColumnType, Generated, GeneratedAlways } from 'kysely'
import type { CriteriaMarks, Criterion } from '../../shared/criteria.ts'
import type { ConditionStanding } from '../../shared/contract/eligibility.ts'
import type { FrozenRule } from '../../shared/contract/eligibility-lists.ts'
import type { SecurityKind } from '../../shared/contract/security-log.ts'
import type { Signatory } from '../../shared/contract/settings.ts'
import type { Answer } from '../../shared/feedback/question-types.ts'
import type { Rules } from '../../shared/feedback/rules.ts'
import type { DefaultInstant, Instant, Json, NullableInstant, NullableJson } from './columns.ts'

export interface Tables {
  announcement_files: {
    announcement_id: number
    name: string
    type: string
    size: number
    sha256: Buffer
    storage_key: string
  }
  announcement_readings: {
    announcement_id: number
    user_id: number
    read_at: DefaultInstant
  }
  announcements: {
    id: GeneratedAlways<number>
    title: string
    title_folded: GeneratedAlways<string>
    text: string
    roles: Generated<string[]>
    department_id: number | null
    batch_id: number | null
    last_day: string | null
    created_by: number
    created_at: DefaultInstant
    updated_at: DefaultInstant
    group_id: number | null
  }
  assessment_counts: {
    group_id: GeneratedAlways<number>
    status: GeneratedAlways<string>
    department_id: GeneratedAlways<number>
    batch_id: GeneratedAlways<number>
    assessments: GeneratedAlways<number>
    results: GeneratedAlways<number>
    absent: GeneratedAlways<number>
  }
  assessment_results: {
    id: GeneratedAlways<number>
    assessment_id: number
    student_id: number
    marks: number | null
    remarks: string | null
    status: Generated<'submitted' | 'absent'>
    created_at: DefaultInstant
    updated_at: DefaultInstant
    criteria_marks: NullableJson<CriteriaMarks>
  }
  assessments: {
    id: GeneratedAlways<number>
    department_id: number
    batch_id: number
    year: '1st Year' | '2nd Year' | '3rd Year' | '4th Year' | '5th Year' | null
    group_id: number
    type: 'theory' | 'practical'
    name: string
    detail: string | null
    weightage: number | null
    total_marks: number | null
    passing_marks: number | null
    status: Generated<'pending' | 'active' | 'evaluated' | 'approved' | 'rejected' | 'inactive'>
    created_by: number | null
    result_count: GeneratedAlways<number>
    marked_count: GeneratedAlways<number>
    created_at: DefaultInstant
    updated_at: DefaultInstant
    absent_count: GeneratedAlways<number>
    criteria: NullableJson<Criterion[]>
    criteria_count: GeneratedAlways<number>
  }
  attendance_session_counts: {
    group_id: GeneratedAlways<number>
    status: GeneratedAlways<string>
    department_id: GeneratedAlways<number>
    batch_id: GeneratedAlways<number>
    sessions: GeneratedAlways<number>
    present: GeneratedAlways<number>
    absent: GeneratedAlways<number>
    leave: GeneratedAlways<number>
  }
  attendance_sessions: {
    id: GeneratedAlways<number>
    department_id: number
    batch_id: number
    year: '1st Year' | '2nd Year' | '3rd Year' | '4th Year' | '5th Year' | null
    group_id: number
    activity_date: string
    start_time: string
    end_time: string
    staff_id: number
    status: Generated<'pending' | 'completed' | 'cancelled'>
    remarks: string | null
    taken_by: number | null
    taken_at: NullableInstant
    taken_key: string | null
    created_by: number | null
    created_at: DefaultInstant
    updated_at: DefaultInstant
    present: GeneratedAlways<number>
    absent: GeneratedAlways<number>
    leave: GeneratedAlways<number>
  }
  attendance_standings: {
    student_id: GeneratedAlways<number>
    department_id: GeneratedAlways<number>
    present: GeneratedAlways<number>
    absent: GeneratedAlways<number>
    leave: GeneratedAlways<number>
  }
  attendance_submissions: {
    id: GeneratedAlways<number>
    attendance_session_id: number
    student_id: number
    status: 'present' | 'absent' | 'leave'
    remarks: string | null
    updated_at: DefaultInstant
    department_id: Generated<number>
  }
  audit: {
    id: GeneratedAlways<number>
    at: DefaultInstant
    actor_id: number | null
    actor_name: string | null
    action: string
    entity: string
    entity_id: number
    changes: ColumnType<Record<string, [unknown, unknown]>, string, never>
  }
  audit_seals: {
    id: number
    at: Instant
    covered: string
    row_count: number
    up_to: number
    awaited: string
    marks: Buffer
    hash: Buffer
  }
  backup_copies: {
    id: GeneratedAlways<number>
    backup_id: number
    keys: string
    begun_at: DefaultInstant
    finished_at: NullableInstant
    taken_at: NullableInstant
    bytes: number | null
    sent_bytes: number | null
    failure: string | null
  }
  backups: {
    id: GeneratedAlways<number>
    due_at: Instant
    started_at: DefaultInstant
    finished_at: NullableInstant
    bytes: number | null
    missing_files: number | null
    failure: string | null
  }
  batch_turn_students: {
    turn_id: number
    student_id: number
    fate: 'went_on' | 'graduated' | 'held_back'
    own_year_before: '1st Year' | '2nd Year' | '3rd Year' | '4th Year' | '5th Year' | null
    own_year_after: '1st Year' | '2nd Year' | '3rd Year' | '4th Year' | '5th Year' | null
    links: NullableJson<Record<'left' | 'made', Record<'batches' | 'groups', number[]>>>
  }
  batch_turns: {
    id: GeneratedAlways<number>
    batch_id: number
    from_year: '1st Year' | '2nd Year' | '3rd Year' | '4th Year' | '5th Year'
    to_year: '1st Year' | '2nd Year' | '3rd Year' | '4th Year' | '5th Year' | null
    turned_by: string
    turned_at: DefaultInstant
    undone_by: string | null
    undone_at: NullableInstant
  }
  batches: {
    id: GeneratedAlways<number>
    name: string
    current_year: '1st Year' | '2nd Year' | '3rd Year' | '4th Year' | '5th Year'
    description: string | null
    status: Generated<'active' | 'inactive'>
    created_at: DefaultInstant
    updated_at: DefaultInstant
  }
  calendar_feeds: {
    user_id: number
    id: string
    created_at: DefaultInstant
  }
  college_logos: {
    id: number
    name: string
    type: 'image/png' | 'image/jpeg'
    size: number
    sha256: Buffer
    storage_key: string
  }
  college_settings: {
    id: number
    college_name: string | null
    attendance_minimum: number | null
    mail_host: string | null
    mail_port: number | null
    mail_security: 'tls' | 'starttls' | 'none' | null
    mail_user: string | null
    mail_password: Buffer | null
    mail_from: string | null
    public_url: string | null
    backup_dir: string | null
    backup_at: string | null
    backup_keep: number | null
    updated_at: DefaultInstant
    signatories: ColumnType<Signatory[], string | undefined, string>
    alert_mail: string | null
    alert_webhook: string | null
    heartbeat_url: string | null
    backup_recipient: string | null
    backup_key_at: NullableInstant
  }
  concerns: {
    kind: string
    source: Generated<string>
    detail: Generated<string>
    since: DefaultInstant
    seen_at: DefaultInstant
    told_at: NullableInstant
    is_over: Generated<boolean>
  }
  costly_calls: {
    user_id: number
    minute: Instant
    calls: Generated<number>
  }
  day_amounts: {
    user_id: number
    day: string
    what: string
    amount: number
  }
  departments: {
    id: GeneratedAlways<number>
    name: string
    type: Generated<'academic' | 'non-academic'>
    status: Generated<'active' | 'inactive'>
    created_at: DefaultInstant
    updated_at: DefaultInstant
  }
  designations: {
    id: GeneratedAlways<number>
    name: string
    created_at: DefaultInstant
    updated_at: DefaultInstant
  }
  document_checks: {
    network: string
    minute: Instant
    calls: Generated<number>
  }
  document_numbers: {
    year: number
    last: number
  }
  eligibility_exemptions: {
    id: GeneratedAlways<number>
    student_id: number
    condition: 'attendance' | 'logbook' | 'assessments' | 'tasks'
    department_id: number | null
    reason: string
    granted_by: number
    granted_at: DefaultInstant
    withdrawn_reason: string | null
    withdrawn_by: number | null
    withdrawn_at: NullableInstant
  }
  eligibility_list_boards: {
    list_id: number
    size: number
    sha256: Buffer
    storage_key: string
  }
  eligibility_list_rows: {
    list_id: number
    position: number
    student_id: number
    name: string
    roll_no: string | null
    verdict: 'eligible' | 'on_course' | 'at_risk' | 'not_eligible' | 'exempted' | 'unjudged'
    conditions: ColumnType<ConditionStanding[], string, never>
  }
  eligibility_lists: {
    id: GeneratedAlways<number>
    document_id: number
    title: string | null
    batch_id: number
    batch_name: string
    department_id: number | null
    department_name: string | null
    rules: ColumnType<FrozenRule[], string, never>
    eligible: number
    on_course: number
    at_risk: number
    not_eligible: number
    exempted: number
    unjudged: number
    frozen_at: Instant
    frozen_by_name: string
    college_name: string | null
  }
  eligibility_rule_sets: {
    id: GeneratedAlways<number>
    batch_id: number | null
    department_id: number | null
    attendance: number | null
    logbook: number | null
    assessments: number | null
    tasks: number | null
    created_at: DefaultInstant
    updated_at: DefaultInstant
  }
  email_links: {
    token_hash: Buffer
    user_id: number
    email: string
    expires_at: Instant
  }
  feedback_anonymous_responses: {
    feedback_survey_id: number
    id: Generated<string>
    answers: Json<Record<string, Answer>>
  }
  feedback_participants: {
    feedback_survey_id: number
    student_ids: Generated<number[]>
    neighbours: number
    day: string | null
    day_ids: Generated<number[]>
  }
  feedback_pool_questions: {
    id: GeneratedAlways<number>
    is_public: Generated<boolean>
    usage_count: Generated<number>
    department_id: number | null
    created_by: number
    title: string
    question_text: string
    question_type: 'text' | 'textarea' | 'number' | 'email' | 'date' | 'url' | 'select' | 'single_choice' | 'multiple_choice' | 'radio' | 'checkbox' | 'rating' | 'boolean'
    options: ColumnType<string[], string | undefined, string>
    is_required: Generated<boolean>
    help_text: string | null
    validation_rules: NullableJson<Rules>
    position: Generated<number>
    created_at: DefaultInstant
    updated_at: DefaultInstant
  }
  feedback_questions: {
    id: GeneratedAlways<number>
    feedback_survey_id: number
    title: string
    question_text: string
    question_type: 'text' | 'textarea' | 'number' | 'email' | 'date' | 'url' | 'select' | 'single_choice' | 'multiple_choice' | 'radio' | 'checkbox' | 'rating' | 'boolean'
    options: ColumnType<string[], string | undefined, string>
    is_required: Generated<boolean>
    help_text: string | null
    validation_rules: NullableJson<Rules>
    position: Generated<number>
    created_at: DefaultInstant
    updated_at: DefaultInstant
  }
  feedback_response_counts: {
    feedback_survey_id: GeneratedAlways<number>
    responses: GeneratedAlways<number>
  }
  feedback_responses: {
    id: GeneratedAlways<number>
    feedback_survey_id: number
    student_id: number
    nth: Generated<number>
    answers: Json<Record<string, Answer>>
    send_key: string | null
    submitted_at: DefaultInstant
    created_at: DefaultInstant
    updated_at: DefaultInstant
  }
  feedback_send_keys: {
    feedback_survey_id: number
    send_key: string
  }
  feedback_surveys: {
    id: GeneratedAlways<number>
    title: string
    description: string | null
    department_id: number | null
    department_type: Generated<'academic'>
    batch_id: number | null
    group_id: number | null
    status: Generated<'draft' | 'active' | 'closed'>
    start_date: string | null
    end_date: string | null
    is_anonymous: Generated<boolean>
    allow_multiple_responses: Generated<boolean>
    changes_text: string | null
    changes_at: NullableInstant
    created_by: number
    created_at: DefaultInstant
    updated_at: DefaultInstant
    reminded_at: NullableInstant
    closed_at: NullableInstant
    is_shown: Generated<boolean>
    title_folded: GeneratedAlways<string>
  }
  feedback_waiting_responses: {
    feedback_survey_id: number
    id: string
    sealed: Buffer
  }
  forgotten_calls: {
    id: GeneratedAlways<number>
    network: string
    at: DefaultInstant
  }
  former_submission_files: {
    id: GeneratedAlways<number>
    submission_id: number
    name: string
    size: number
    sha256: Buffer
    storage_key: string
    replaced_at: DefaultInstant
    comment_id: number | null
  }
  groups: {
    id: GeneratedAlways<number>
    name: string
    batch_id: number
    department_id: number
    department_type: Generated<'academic'>
    description: string | null
    status: Generated<'active' | 'pending' | 'inactive'>
    created_at: DefaultInstant
    updated_at: DefaultInstant
    name_folded: GeneratedAlways<string>
  }
  idempotency_keys: {
    user_id: number
    key_hash: Buffer
    body_digest: Buffer
    status: number | null
    answer: Buffer | null
    created_at: DefaultInstant
  }
  import_rows: {
    import_id: number
    line: number
    entity: 'student' | 'staff' | 'skill' | 'batch' | 'department' | 'designation' | 'group' | 'assessment' | 'assessment_result' | 'attendance_session' | 'attendance_submission'
    entity_id: number
    action: 'create' | 'update'
    name: string
    before: NullableJson<Record<string, unknown>>
    links: NullableJson<Record<'left' | 'made', Record<'batches' | 'groups', number[]>>>
    after_at: NullableInstant
  }
  imports: {
    id: GeneratedAlways<number>
    kind: 'students' | 'staff' | 'skills' | 'results' | 'attendance' | 'departments' | 'designations' | 'groups'
    file_name: string
    actor_id: number
    actor_name: string
    created: number
    updated: number
    unchanged: number
    imported_at: DefaultInstant
    undone_at: NullableInstant
    undone_by: string | null
  }
  inspection_pack_files: {
    pack_id: number
    size: number
    sha256: Buffer
    storage_key: string
  }
  inspection_packs: {
    id: GeneratedAlways<number>
    batch_id: number
    from_day: string
    to_day: string
    asked_by: number
    state: Generated<'waiting' | 'making' | 'ready' | 'failed'>
    run: string | null
    tries: Generated<number>
    files_done: Generated<number>
    files_total: number | null
    begun_at: NullableInstant
    touched_at: DefaultInstant
    finished_at: NullableInstant
    kept_until: NullableInstant
    failure: string | null
    created_at: DefaultInstant
  }
  known_devices: {
    user_id: number
    device: Buffer
    last_used_at: DefaultInstant
  }
  leave_answers: {
    leave_id: number
    student_id: number
    department_id: number
    status: Generated<'pending' | 'granted' | 'refused' | 'withdrawn'>
    note: string | null
    answered_by: number | null
    answered_at: NullableInstant
    updated_at: DefaultInstant
  }
  leave_files: {
    leave_id: number
    name: string
    type: string
    size: number
    sha256: Buffer
    storage_key: string
  }
  leave_sessions: {
    leave_id: number
    attendance_session_id: number
  }
  leaves: {
    id: GeneratedAlways<number>
    student_id: number
    first_day: string | null
    last_day: string | null
    reason: string
    created_at: DefaultInstant
  }
  library_downloads: {
    id: GeneratedAlways<number>
    library_entry_id: number
  }
  library_entries: {
    id: GeneratedAlways<number>
    title: string
    detail: string | null
    department_id: number
    batch_id: number | null
    year: '1st Year' | '2nd Year' | '3rd Year' | '4th Year' | '5th Year' | null
    type: string | null
    description: string | null
    uploaded_by: number
    filename: string
    file_type: string
    file_size: number
    sha256: Buffer
    storage_key: string
    download_count: Generated<number>
    created_at: DefaultInstant
    updated_at: DefaultInstant
    title_folded: GeneratedAlways<string>
  }
  library_uploads: {
    id: GeneratedAlways<number>
    user_id: number
    upload_key: string
    filename: string
    file_type: string
    file_size: number
    sha256: Buffer
    storage_key: string
    created_at: DefaultInstant
  }
  log_code_entries: {
    code_id: number
    entry_id: number
  }
  log_codes: {
    id: GeneratedAlways<number>
    student_id: number
    code: string
    secret_hash: Buffer | null
    created_at: DefaultInstant
    expires_at: Instant
    used_at: NullableInstant
    used_by: number | null
  }
  log_entries: {
    id: GeneratedAlways<number>
    key: string | null
    student_id: number
    skill_id: number
    department_id: number
    performed_on: string
    place: string | null
    setting: Generated<'patient' | 'simulated'>
    level: 'observed' | 'assisted' | 'supervised' | 'independent'
    attempt: Generated<'first' | 'repeat' | 'remedial'>
    supervisor_id: number
    patient_age_band: 'newborn' | 'infant' | 'child' | 'adolescent' | 'adult' | 'elderly' | null
    patient_sex: 'male' | 'female' | 'other' | null
    reflection: string | null
    status: Generated<'logged' | 'signed' | 'returned' | 'withdrawn'>
    is_late: Generated<boolean>
    corrects_id: number | null
    is_corrected: Generated<boolean>
    decision: 'completed' | 'repeat' | 'remedial' | null
    rating: 'below' | 'meets' | 'exceeds' | null
    feedback: string | null
    signed_by: number | null
    signed_at: NullableInstant
    signed_by_code: Generated<boolean>
    created_at: DefaultInstant
    updated_at: DefaultInstant
  }
  log_entry_counts: {
    skill_id: GeneratedAlways<number>
    supervisor_id: GeneratedAlways<number>
    status: GeneratedAlways<string>
    department_id: GeneratedAlways<number>
    entries: GeneratedAlways<number>
  }
  login_failures: {
    id: GeneratedAlways<number>
    user_id: number | null
    email: string | null
    network: string
    device: Buffer | null
    at: DefaultInstant
    of_code: Generated<boolean>
  }
  logins: {
    token_hash: Buffer
    user_id: number
    user_agent: string | null
    created_at: DefaultInstant
    last_used_at: DefaultInstant
    expires_at: Instant
    id: GeneratedAlways<number>
    by_provider: Generated<boolean>
  }
  newest_release: {
    id: Generated<number>
    asked_of: string | null
    asked_at: NullableInstant
    read_at: NullableInstant
    version: string | null
    page: string | null
    failure: string | null
  }
  news_seen: {
    user_id: number
    kind: 'new-marks' | 'new-results' | 'leave-answers' | 'new-comments'
    seen_at: Instant
  }
  notice_choices: {
    user_id: number
    digest_since: NullableInstant
    digested_at: NullableInstant
  }
  own_fields: {
    id: GeneratedAlways<number>
    entity: 'student' | 'staff'
    name: string
    name_folded: GeneratedAlways<string>
    kind: 'text' | 'number' | 'day' | 'choice'
    options: Generated<string[]>
    is_required: Generated<boolean>
    is_unique: Generated<boolean>
    is_masked: Generated<boolean>
    seen_by: Generated<'readers' | 'staff' | 'editors'>
    position: number
    status: Generated<'active' | 'inactive'>
    created_at: DefaultInstant
    updated_at: DefaultInstant
  }
  own_values: {
    id: GeneratedAlways<number>
    field_id: number
    entity: string
    kind: string
    is_unique: boolean
    student_id: number | null
    staff_id: number | null
    value: string
    value_folded: GeneratedAlways<string>
    value_key: GeneratedAlways<string>
  }
  password_resets: {
    token_hash: Buffer
    user_id: number
    expires_at: Instant
  }
  postings: {
    id: GeneratedAlways<number>
    group_id: number
    batch_id: number
    department_id: number
    first_day: string
    last_day: string
    ward: string | null
    created_at: DefaultInstant
    updated_at: DefaultInstant
  }
  push_devices: {
    id: GeneratedAlways<number>
    login_id: number | null
    endpoint: string
    p256dh: Buffer
    auth: Buffer
    created_at: DefaultInstant
    user_id: number
    device: Buffer | null
    seen_at: DefaultInstant
  }
  push_events: {
    user_id: number
    kind: 'work-due' | 'marks' | 'leave' | 'case' | 'returned'
    noted_at: NullableInstant
    told_at: NullableInstant
  }
  recovery_codes: {
    user_id: number
    code_hash: Buffer
  }
  reporting_assignees: {
    reporting_id: number
    staff_id: number
  }
  reporting_entries: {
    id: GeneratedAlways<number>
    reporting_id: number
    kind: 'created' | 'assigned' | 'edited' | 'responded' | 'awaited' | 'escalated' | 'resolved' | 'closed' | 'reopened' | 'handed_over' | 'comment' | 'reply' | 'no_reply' | 'withdrawn'
    author_id: number | null
    text: string | null
    staff_id: number | null
    level: 'faculty' | 'hod' | 'vice_principal' | 'principal' | 'disciplinary_committee' | 'external_authority' | null
    at: DefaultInstant
  }
  reporting_files: {
    id: GeneratedAlways<number>
    reporting_entry_id: number
    position: number
    name: string
    type: string
    size: number
    sha256: Buffer
    storage_key: string
  }
  reporting_numbers: {
    year: number
    last: number
    removed: Generated<number>
  }
  reportings: {
    id: GeneratedAlways<number>
    case_number: string
    title: string
    description: string
    student_id: number
    assigned_to: number
    reported_by: number
    reported_at: DefaultInstant
    assigned_at: DefaultInstant
    turn_since: DefaultInstant
    mailed_to: number | null
    escalated_at: NullableInstant
    escalated_to: number | null
    escalation_reason: string | null
    initial_response: string | null
    resolved_at: NullableInstant
    resolution_notes: string | null
    category: Generated<'academic_misconduct' | 'behavioral_issue' | 'attendance_problem' | 'disciplinary_violation' | 'safety_concern' | 'other'>
    severity: Generated<'low' | 'medium' | 'high' | 'critical'>
    priority: Generated<'low' | 'normal' | 'high' | 'urgent'>
    status: Generated<'open' | 'under_review' | 'escalated' | 'pending_response' | 'resolved' | 'closed' | 'reopened'>
    current_level: 'faculty' | 'hod' | 'vice_principal' | 'principal' | 'disciplinary_committee' | 'external_authority'
    requires_immediate_attention: Generated<boolean>
    is_confidential: Generated<boolean>
    internal_notes: string | null
    withdrawn_at: NullableInstant
    withdrawn_by: number | null
    turn_rank: GeneratedAlways<number>
    severity_rank: GeneratedAlways<number>
    created_at: DefaultInstant
    updated_at: DefaultInstant
  }
  retention: {
    is_only: Generated<boolean>
    audit_years: number | null
    withdrawn_case_days: number | null
  }
  roles: {
    id: GeneratedAlways<number>
    name: string
    built_in: Generated<boolean>
    created_at: DefaultInstant
    updated_at: DefaultInstant
  }
  second_factors: {
    user_id: number
    secret: Buffer
    created_at: DefaultInstant
    confirmed_at: NullableInstant
    last_step: number | null
  }
  secrets: {
    name: string
    value: Buffer
  }
  security_log: {
    id: GeneratedAlways<number>
    at: Instant
    last_at: Instant
    kind: SecurityKind
    user_id: number | null
    name: string | null
    email: string | null
    address: string | null
    device: string | null
    detail: string | null
    times: Generated<number>
  }
  set_aside_files: {
    file_key: string
    at: DefaultInstant
  }
  setting_tests: {
    id: GeneratedAlways<number>
    kind: 'mail' | 'restore' | 'restore-copy'
    user_id: number | null
    begun_at: DefaultInstant
    finished_at: NullableInstant
    taken_at: NullableInstant
    tables: number | null
    rows: number | null
    files: number | null
    bytes: number | null
    failure: string | null
    heard_at: NullableInstant
  }
  signs_of_life: {
    id: Generated<number>
    tried_at: NullableInstant
    heard_at: NullableInstant
    behind_seconds: number | null
    failure: string | null
  }
  skills: {
    id: GeneratedAlways<number>
    department_id: number
    name: string
    name_folded: GeneratedAlways<string>
    code: string | null
    category: string | null
    level: Generated<'observed' | 'assisted' | 'supervised' | 'independent'>
    usual_count: number | null
    usual_a_day: number | null
    allows_simulation: Generated<boolean>
    observed_share: Generated<number>
    year: '1st Year' | '2nd Year' | '3rd Year' | '4th Year' | '5th Year' | null
    description: string | null
    status: Generated<'active' | 'inactive'>
    created_by: number | null
    created_at: DefaultInstant
    updated_at: DefaultInstant
  }
  staff: {
    id: GeneratedAlways<number>
    user_id: number
    department_id: number
    designation_id: number
    role_id: number | null
    phone: string | null
    gender: 'male' | 'female' | 'other' | null
    date_of_birth: string | null
    date_of_joining: string | null
    date_of_leaving: string | null
    date_of_retirement: string | null
    description: string | null
    status: Generated<'active' | 'inactive' | 'on_leave' | 'transferred' | 'retired' | 'terminated' | 'resigned'>
    created_at: DefaultInstant
    updated_at: DefaultInstant
    sort_name: GeneratedAlways<string>
    phone_digits: GeneratedAlways<string | null>
    staff_no: string | null
  }
  student_batches: {
    id: GeneratedAlways<number>
    student_id: number
    batch_id: number
    status: Generated<'active' | 'inactive'>
    created_at: DefaultInstant
    ended_at: NullableInstant
  }
  student_groups: {
    id: GeneratedAlways<number>
    student_id: number
    group_id: number
    department_id: number
    status: Generated<'active' | 'inactive'>
    created_at: DefaultInstant
    ended_at: NullableInstant
    first_day: Generated<string>
    left_on: string | null
  }
  students: {
    id: GeneratedAlways<number>
    user_id: number
    roll_no: string | null
    role_id: number | null
    phone: string | null
    gender: 'male' | 'female' | 'other' | null
    date_of_birth: string | null
    date_of_admission: string | null
    current_year: '1st Year' | '2nd Year' | '3rd Year' | '4th Year' | '5th Year' | null
    description: string | null
    status: Generated<'active' | 'inactive' | 'on_leave' | 'transferred' | 'graduated' | 'dropped' | 'suspended' | 'expelled'>
    created_at: DefaultInstant
    updated_at: DefaultInstant
    phone_digits: GeneratedAlways<string | null>
  }
  submission_comments: {
    id: GeneratedAlways<number>
    submission_id: number
    author_id: number
    kind: 'comment' | 'returned' | 'sent_again'
    text: string | null
    created_at: DefaultInstant
  }
  submission_files: {
    id: GeneratedAlways<number>
    submission_id: number
    name: string
    size: number
    sha256: Buffer
    storage_key: string
  }
  task_groups: {
    task_id: number
    group_id: number
    department_id: number
    position: number
  }
  task_submissions: {
    id: GeneratedAlways<number>
    task_id: number
    student_id: number
    remarks: string | null
    date_time: DefaultInstant
    status: Generated<'submitted' | 'returned'>
    is_late: Generated<boolean>
    marks: number | null
    faculty_remarks: string | null
    graded_by: number | null
    graded_at: NullableInstant
    updated_at: DefaultInstant
    criteria_marks: NullableJson<CriteriaMarks>
  }
  tasks: {
    id: GeneratedAlways<number>
    name: string
    type: string | null
    detail: string | null
    label: string | null
    total_marks: number | null
    passing_marks: number | null
    start_date: string | null
    end_date: string | null
    description: string | null
    department_id: number
    department_type: Generated<'academic'>
    status: Generated<'active' | 'pending' | 'inactive'>
    task_type: Generated<'single' | 'bulk'>
    created_by: number | null
    created_at: DefaultInstant
    updated_at: DefaultInstant
    name_folded: GeneratedAlways<string>
    criteria: NullableJson<Criterion[]>
    skill_id: number | null
    required_count: GeneratedAlways<number | null>
  }
  troubles: {
    day: string
    digest: Buffer
    kind: 'error' | 'slow-statement'
    what: string
    detail: string | null
    times: Generated<number>
    longest_ms: number | null
    first_at: Instant
    last_at: Instant
  }
  user_roles: {
    user_id: number
    role_id: number
  }
  users: {
    id: GeneratedAlways<number>
    name: string
    email: string | null
    password_hash: string
    must_change_password: Generated<boolean>
    created_at: DefaultInstant
    updated_at: DefaultInstant
    signed_in_at: NullableInstant
    reset_mailed_at: NullableInstant
    password_replaced_by: string | null
    second_factor_reset_by: string | null
    name_folded: GeneratedAlways<string>
  }
  verified_documents: {
    id: GeneratedAlways<number>
    number: string
    code: string
    kind: 'logbook' | 'attendance' | 'results' | 'eligibility-list'
    student_id: number | null
    name: string | null
    roll_no: string | null
    issued_on: string
    issued_by: number
    state: Generated<'stands' | 'replaced' | 'withdrawn'>
    ended_on: string | null
    replaces: number | null
    withdrawn_by: number | null
    reason: string | null
    size: number
    sha256: Buffer
    storage_key: string
    created_at: DefaultInstant
    found_by_folded: GeneratedAlways<string>
  }
  wrong_log_codes: {
    id: GeneratedAlways<number>
    user_id: number
    tried_at: DefaultInstant
  }
}
