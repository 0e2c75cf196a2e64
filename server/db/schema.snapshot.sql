-- as of 0087_list_colleges
announcement_files.announcement_id integer not null
announcement_files.name text not null
announcement_files.type text not null
announcement_files.size integer not null
announcement_files.sha256 bytea not null
announcement_files.storage_key text not null
announcement_files: announcement_files_announcement_id_fkey FOREIGN KEY (announcement_id) REFERENCES announcements(id)
announcement_files: announcement_files_pkey PRIMARY KEY (announcement_id)
announcement_files: announcement_files_size_check CHECK ((size > 0))
announcement_files: announcement_files_storage_key_key UNIQUE (storage_key)
announcement_files: CREATE UNIQUE INDEX announcement_files_pkey ON public.announcement_files USING btree (announcement_id)
announcement_files: CREATE UNIQUE INDEX announcement_files_storage_key_key ON public.announcement_files USING btree (storage_key)
announcement_readings.announcement_id integer not null
announcement_readings.user_id integer not null
announcement_readings.read_at timestamp(3) with time zone not null default now()
announcement_readings: announcement_readings_announcement_id_fkey FOREIGN KEY (announcement_id) REFERENCES announcements(id) ON DELETE CASCADE
announcement_readings: announcement_readings_pkey PRIMARY KEY (announcement_id, user_id)
announcement_readings: announcement_readings_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
announcement_readings: CREATE UNIQUE INDEX announcement_readings_pkey ON public.announcement_readings USING btree (announcement_id, user_id)
announcement_readings: CREATE INDEX announcement_readings_user_id ON public.announcement_readings USING btree (user_id)
announcements.id integer not null
announcements.title text not null
announcements.title_folded text not null default folded(title)
announcements.text text not null
announcements.roles text[] not null default '{}'::text[]
announcements.department_id integer
announcements.batch_id integer
announcements.last_day date
announcements.created_by integer not null
announcements.created_at timestamp(3) with time zone not null default now()
announcements.updated_at timestamp(3) with time zone not null default now()
announcements.group_id integer
announcements: announcements_batch_id_fkey FOREIGN KEY (batch_id) REFERENCES batches(id)
announcements: announcements_created_by_fkey FOREIGN KEY (created_by) REFERENCES users(id)
announcements: announcements_department_id_fkey FOREIGN KEY (department_id) REFERENCES departments(id)
announcements: announcements_group_id_batch_id_fkey FOREIGN KEY (group_id, batch_id) REFERENCES groups(id, batch_id)
announcements: announcements_group_id_department_id_fkey FOREIGN KEY (group_id, department_id) REFERENCES groups(id, department_id)
announcements: announcements_group_place CHECK (((group_id IS NULL) OR ((department_id IS NOT NULL) AND (batch_id IS NOT NULL))))
announcements: announcements_pkey PRIMARY KEY (id)
announcements: announcements_text_check CHECK ((text <> ''::text))
announcements: announcements_title_check CHECK ((title <> ''::text))
announcements: CREATE INDEX announcements_batch_id ON public.announcements USING btree (batch_id, id DESC)
announcements: CREATE INDEX announcements_created_by ON public.announcements USING btree (created_by)
announcements: CREATE INDEX announcements_department_id ON public.announcements USING btree (department_id, id DESC)
announcements: CREATE INDEX announcements_group_id ON public.announcements USING btree (group_id)
announcements: CREATE UNIQUE INDEX announcements_pkey ON public.announcements USING btree (id)
announcements: CREATE INDEX announcements_title_begins ON public.announcements USING btree (title_folded)
announcements: CREATE INDEX announcements_title_contains ON public.announcements USING gin (title_folded gin_trgm_ops)
assessment_counts.group_id integer not null
assessment_counts.status text not null
assessment_counts.department_id integer not null
assessment_counts.batch_id integer not null
assessment_counts.assessments integer not null
assessment_counts.results integer not null
assessment_counts.absent integer not null default 0
assessment_counts: assessment_counts_group_id_batch_id_fkey FOREIGN KEY (group_id, batch_id) REFERENCES groups(id, batch_id) ON UPDATE CASCADE ON DELETE CASCADE
assessment_counts: assessment_counts_group_id_department_id_fkey FOREIGN KEY (group_id, department_id) REFERENCES groups(id, department_id) ON UPDATE CASCADE ON DELETE CASCADE
assessment_counts: assessment_counts_pkey PRIMARY KEY (group_id, status)
assessment_counts: CREATE INDEX assessment_counts_batch_id ON public.assessment_counts USING btree (batch_id)
assessment_counts: CREATE INDEX assessment_counts_department_id ON public.assessment_counts USING btree (department_id, batch_id)
assessment_counts: CREATE UNIQUE INDEX assessment_counts_pkey ON public.assessment_counts USING btree (group_id, status)
assessment_results.id integer not null
assessment_results.assessment_id integer not null
assessment_results.student_id integer not null
assessment_results.marks numeric(7,2)
assessment_results.remarks text
assessment_results.status text not null default 'submitted'::text
assessment_results.created_at timestamp(3) with time zone not null default now()
assessment_results.updated_at timestamp(3) with time zone not null default now()
assessment_results.criteria_marks jsonb
assessment_results: assessment_results_absent_criteria CHECK (((status <> 'absent'::text) OR (criteria_marks IS NULL)))
assessment_results: assessment_results_absent_marks CHECK (((status <> 'absent'::text) OR (marks IS NULL)))
assessment_results: assessment_results_assessment_id_fkey FOREIGN KEY (assessment_id) REFERENCES assessments(id)
assessment_results: assessment_results_assessment_id_student_id_key UNIQUE (assessment_id, student_id)
assessment_results: assessment_results_criteria_marks_check CHECK (((jsonb_typeof(criteria_marks) = 'array'::text) AND ((jsonb_array_length(criteria_marks) >= 1) AND (jsonb_array_length(criteria_marks) <= 40))))
assessment_results: assessment_results_marks_check CHECK (((marks >= (0)::numeric) AND (marks <= (10000)::numeric)))
assessment_results: assessment_results_pkey PRIMARY KEY (id)
assessment_results: assessment_results_status_check CHECK ((status = ANY (ARRAY['submitted'::text, 'absent'::text])))
assessment_results: assessment_results_student_id_fkey FOREIGN KEY (student_id) REFERENCES students(id)
assessment_results: CREATE UNIQUE INDEX assessment_results_assessment_id_student_id_key ON public.assessment_results USING btree (assessment_id, student_id)
assessment_results: CREATE UNIQUE INDEX assessment_results_pkey ON public.assessment_results USING btree (id)
assessment_results: CREATE INDEX assessment_results_student_id ON public.assessment_results USING btree (student_id, assessment_id DESC)
assessment_results: CREATE TRIGGER assessment_results_added AFTER INSERT ON public.assessment_results REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION assessments_count_results()
assessment_results: CREATE TRIGGER assessment_results_changed AFTER UPDATE ON public.assessment_results REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION assessments_count_results()
assessment_results: CREATE TRIGGER assessment_results_removed AFTER DELETE ON public.assessment_results REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION assessments_count_results()
assessments.id integer not null
assessments.department_id integer not null
assessments.batch_id integer not null
assessments.year text
assessments.group_id integer not null
assessments.type text not null
assessments.name text not null
assessments.detail text
assessments.weightage numeric(7,2)
assessments.total_marks numeric(7,2)
assessments.passing_marks numeric(7,2)
assessments.status text not null default 'pending'::text
assessments.created_by integer
assessments.result_count integer not null default 0
assessments.marked_count integer not null default 0
assessments.created_at timestamp(3) with time zone not null default now()
assessments.updated_at timestamp(3) with time zone not null default now()
assessments.absent_count integer not null default 0
assessments.criteria jsonb
assessments.criteria_count integer not null default 0
assessments: assessments_batch_id_fkey FOREIGN KEY (batch_id) REFERENCES batches(id)
assessments: assessments_created_by_fkey FOREIGN KEY (created_by) REFERENCES users(id)
assessments: assessments_criteria_check CHECK (((jsonb_typeof(criteria) = 'array'::text) AND ((jsonb_array_length(criteria) >= 1) AND (jsonb_array_length(criteria) <= 40))))
assessments: assessments_department_id_fkey FOREIGN KEY (department_id) REFERENCES departments(id)
assessments: assessments_group_id_batch_id_fkey FOREIGN KEY (group_id, batch_id) REFERENCES groups(id, batch_id)
assessments: assessments_group_id_department_id_fkey FOREIGN KEY (group_id, department_id) REFERENCES groups(id, department_id)
assessments: assessments_group_id_fkey FOREIGN KEY (group_id) REFERENCES groups(id)
assessments: assessments_passing_marks_check CHECK (((passing_marks >= (0)::numeric) AND (passing_marks <= (10000)::numeric)))
assessments: assessments_passing_marks_total CHECK ((passing_marks <= COALESCE(total_marks, (100)::numeric)))
assessments: assessments_pkey PRIMARY KEY (id)
assessments: assessments_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'active'::text, 'evaluated'::text, 'approved'::text, 'rejected'::text, 'inactive'::text])))
assessments: assessments_total_marks_check CHECK (((total_marks >= (0)::numeric) AND (total_marks <= (10000)::numeric)))
assessments: assessments_type_check CHECK ((type = ANY (ARRAY['theory'::text, 'practical'::text])))
assessments: assessments_weightage_check CHECK (((weightage >= (0)::numeric) AND (weightage <= (10000)::numeric)))
assessments: assessments_year_check CHECK ((year = ANY (ARRAY['1st Year'::text, '2nd Year'::text, '3rd Year'::text, '4th Year'::text, '5th Year'::text])))
assessments: CREATE INDEX assessments_batch_id ON public.assessments USING btree (batch_id, department_id, id DESC)
assessments: CREATE INDEX assessments_created_by ON public.assessments USING btree (created_by)
assessments: CREATE INDEX assessments_department_id ON public.assessments USING btree (department_id, id DESC)
assessments: CREATE INDEX assessments_group_id ON public.assessments USING btree (group_id, id DESC)
assessments: CREATE UNIQUE INDEX assessments_pkey ON public.assessments USING btree (id)
assessments: CREATE INDEX assessments_unmarked ON public.assessments USING btree (department_id, id) WHERE ((status = 'active'::text) AND (marked_count = 0))
assessments: CREATE TRIGGER assessment_counts_added AFTER INSERT ON public.assessments REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION assessments_keep_counts()
assessments: CREATE TRIGGER assessment_counts_changed AFTER UPDATE ON public.assessments REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION assessments_keep_counts()
assessments: CREATE TRIGGER assessment_counts_removed AFTER DELETE ON public.assessments REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION assessments_keep_counts()
attendance_session_counts.group_id integer not null
attendance_session_counts.status text not null
attendance_session_counts.department_id integer not null
attendance_session_counts.batch_id integer not null
attendance_session_counts.sessions integer not null
attendance_session_counts.present integer not null
attendance_session_counts.absent integer not null
attendance_session_counts.leave integer not null
attendance_session_counts: attendance_session_counts_group_id_batch_id_fkey FOREIGN KEY (group_id, batch_id) REFERENCES groups(id, batch_id) ON UPDATE CASCADE ON DELETE CASCADE
attendance_session_counts: attendance_session_counts_group_id_department_id_fkey FOREIGN KEY (group_id, department_id) REFERENCES groups(id, department_id) ON UPDATE CASCADE ON DELETE CASCADE
attendance_session_counts: attendance_session_counts_pkey PRIMARY KEY (group_id, status)
attendance_session_counts: CREATE INDEX attendance_session_counts_batch_id ON public.attendance_session_counts USING btree (batch_id)
attendance_session_counts: CREATE INDEX attendance_session_counts_department_id ON public.attendance_session_counts USING btree (department_id, batch_id)
attendance_session_counts: CREATE UNIQUE INDEX attendance_session_counts_pkey ON public.attendance_session_counts USING btree (group_id, status)
attendance_sessions.id integer not null
attendance_sessions.department_id integer not null
attendance_sessions.batch_id integer not null
attendance_sessions.year text
attendance_sessions.group_id integer not null
attendance_sessions.activity_date date not null
attendance_sessions.start_time time(0) without time zone not null
attendance_sessions.end_time time(0) without time zone not null
attendance_sessions.staff_id integer not null
attendance_sessions.status text not null default 'pending'::text
attendance_sessions.remarks text
attendance_sessions.taken_by integer
attendance_sessions.taken_at timestamp(3) with time zone
attendance_sessions.taken_key text
attendance_sessions.created_by integer
attendance_sessions.created_at timestamp(3) with time zone not null default now()
attendance_sessions.updated_at timestamp(3) with time zone not null default now()
attendance_sessions.present integer not null default 0
attendance_sessions.absent integer not null default 0
attendance_sessions.leave integer not null default 0
attendance_sessions: attendance_sessions_batch_id_fkey FOREIGN KEY (batch_id) REFERENCES batches(id)
attendance_sessions: attendance_sessions_check CHECK (((end_time > start_time) OR ((start_time - end_time) >= '08:00:00'::interval)))
attendance_sessions: attendance_sessions_check1 CHECK (((status = 'completed'::text) = (taken_at IS NOT NULL)))
attendance_sessions: attendance_sessions_created_by_fkey FOREIGN KEY (created_by) REFERENCES users(id) ON DELETE SET NULL
attendance_sessions: attendance_sessions_department_id_fkey FOREIGN KEY (department_id) REFERENCES departments(id)
attendance_sessions: attendance_sessions_group_id_batch_id_fkey FOREIGN KEY (group_id, batch_id) REFERENCES groups(id, batch_id)
attendance_sessions: attendance_sessions_group_id_department_id_fkey FOREIGN KEY (group_id, department_id) REFERENCES groups(id, department_id)
attendance_sessions: attendance_sessions_id_department_id_key UNIQUE (id, department_id)
attendance_sessions: attendance_sessions_pkey PRIMARY KEY (id)
attendance_sessions: attendance_sessions_staff_id_fkey FOREIGN KEY (staff_id) REFERENCES staff(id)
attendance_sessions: attendance_sessions_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'completed'::text, 'cancelled'::text])))
attendance_sessions: attendance_sessions_taken_by_fkey FOREIGN KEY (taken_by) REFERENCES users(id) ON DELETE SET NULL
attendance_sessions: attendance_sessions_year_check CHECK ((year = ANY (ARRAY['1st Year'::text, '2nd Year'::text, '3rd Year'::text, '4th Year'::text, '5th Year'::text])))
attendance_sessions: CREATE INDEX attendance_sessions_activity_date ON public.attendance_sessions USING btree (activity_date DESC, start_time DESC, id DESC)
attendance_sessions: CREATE INDEX attendance_sessions_batch_id ON public.attendance_sessions USING btree (batch_id, department_id, activity_date DESC, start_time DESC, id DESC)
attendance_sessions: CREATE INDEX attendance_sessions_created_by ON public.attendance_sessions USING btree (created_by)
attendance_sessions: CREATE INDEX attendance_sessions_department_id ON public.attendance_sessions USING btree (department_id, activity_date DESC, start_time DESC, id DESC)
attendance_sessions: CREATE INDEX attendance_sessions_group_id ON public.attendance_sessions USING btree (group_id, activity_date DESC, start_time DESC, id DESC)
attendance_sessions: CREATE UNIQUE INDEX attendance_sessions_id_department_id_key ON public.attendance_sessions USING btree (id, department_id)
attendance_sessions: CREATE INDEX attendance_sessions_pending ON public.attendance_sessions USING btree (activity_date, start_time, id) WHERE (status = 'pending'::text)
attendance_sessions: CREATE UNIQUE INDEX attendance_sessions_pkey ON public.attendance_sessions USING btree (id)
attendance_sessions: CREATE INDEX attendance_sessions_planned ON public.attendance_sessions USING btree (group_id, activity_date) WHERE (status = 'pending'::text)
attendance_sessions: CREATE INDEX attendance_sessions_staff_id ON public.attendance_sessions USING btree (staff_id, activity_date DESC, start_time DESC, id DESC)
attendance_sessions: CREATE INDEX attendance_sessions_taken_by ON public.attendance_sessions USING btree (taken_by)
attendance_sessions: CREATE TRIGGER attendance_session_counts_added AFTER INSERT ON public.attendance_sessions REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION attendance_sessions_keep_counts()
attendance_sessions: CREATE TRIGGER attendance_session_counts_changed AFTER UPDATE ON public.attendance_sessions REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION attendance_sessions_keep_counts()
attendance_sessions: CREATE TRIGGER attendance_session_counts_removed AFTER DELETE ON public.attendance_sessions REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION attendance_sessions_keep_counts()
attendance_sessions: CREATE TRIGGER attendance_standings_restated AFTER UPDATE OF status ON public.attendance_sessions FOR EACH ROW WHEN (((old.status = 'completed'::text) <> (new.status = 'completed'::text))) EXECUTE FUNCTION attendance_restate_standings()
attendance_standings.student_id integer not null
attendance_standings.department_id integer not null
attendance_standings.present integer not null
attendance_standings.absent integer not null
attendance_standings.leave integer not null
attendance_standings: attendance_standings_department_id_fkey FOREIGN KEY (department_id) REFERENCES departments(id) ON DELETE CASCADE
attendance_standings: attendance_standings_pkey PRIMARY KEY (student_id, department_id)
attendance_standings: attendance_standings_student_id_fkey FOREIGN KEY (student_id) REFERENCES students(id) ON DELETE CASCADE
attendance_standings: CREATE INDEX attendance_standings_department_id ON public.attendance_standings USING btree (department_id)
attendance_standings: CREATE UNIQUE INDEX attendance_standings_pkey ON public.attendance_standings USING btree (student_id, department_id)
attendance_submissions.id integer not null
attendance_submissions.attendance_session_id integer not null
attendance_submissions.student_id integer not null
attendance_submissions.status text not null
attendance_submissions.remarks text
attendance_submissions.updated_at timestamp(3) with time zone not null default now()
attendance_submissions.department_id integer not null
attendance_submissions: attendance_submissions_attendance_session_id_department_id_fkey FOREIGN KEY (attendance_session_id, department_id) REFERENCES attendance_sessions(id, department_id)
attendance_submissions: attendance_submissions_pkey PRIMARY KEY (id)
attendance_submissions: attendance_submissions_status_check CHECK ((status = ANY (ARRAY['present'::text, 'absent'::text, 'leave'::text])))
attendance_submissions: attendance_submissions_student_id_fkey FOREIGN KEY (student_id) REFERENCES students(id)
attendance_submissions: CREATE UNIQUE INDEX attendance_submissions_pkey ON public.attendance_submissions USING btree (id)
attendance_submissions: CREATE UNIQUE INDEX attendance_submissions_session ON public.attendance_submissions USING btree (attendance_session_id, student_id) INCLUDE (status)
attendance_submissions: CREATE INDEX attendance_submissions_student ON public.attendance_submissions USING btree (student_id, department_id, attendance_session_id) INCLUDE (status)
attendance_submissions: CREATE TRIGGER attendance_standings_added AFTER INSERT ON public.attendance_submissions REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION attendance_keep_standings()
attendance_submissions: CREATE TRIGGER attendance_standings_changed AFTER UPDATE ON public.attendance_submissions REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION attendance_keep_standings()
attendance_submissions: CREATE TRIGGER attendance_standings_removed AFTER DELETE ON public.attendance_submissions REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION attendance_keep_standings()
attendance_submissions: CREATE TRIGGER attendance_submissions_added AFTER INSERT ON public.attendance_submissions REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION attendance_count_marks()
attendance_submissions: CREATE TRIGGER attendance_submissions_changed AFTER UPDATE ON public.attendance_submissions REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION attendance_count_marks()
attendance_submissions: CREATE TRIGGER attendance_submissions_department BEFORE INSERT ON public.attendance_submissions FOR EACH ROW WHEN ((new.department_id IS NULL)) EXECUTE FUNCTION attendance_submissions_take_department()
attendance_submissions: CREATE TRIGGER attendance_submissions_removed AFTER DELETE ON public.attendance_submissions REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION attendance_count_marks()
audit.id integer not null
audit.at timestamp(3) with time zone not null default clock_timestamp()
audit.actor_id integer
audit.actor_name text
audit.action text not null
audit.entity text not null
audit.entity_id integer not null
audit.changes jsonb not null default '{}'::jsonb
audit: audit_pkey PRIMARY KEY (id)
audit: CREATE INDEX audit_actor_id ON public.audit USING btree (actor_id, id DESC)
audit: CREATE INDEX audit_entity ON public.audit USING btree (entity, entity_id, id DESC)
audit: CREATE UNIQUE INDEX audit_pkey ON public.audit USING btree (id)
audit: CREATE TRIGGER audit_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.audit FOR EACH STATEMENT EXECUTE FUNCTION audit_is_append_only()
audit: CREATE TRIGGER audit_trail_rows BEFORE INSERT ON public.audit FOR EACH ROW WHEN ((new.entity = 'trail'::text)) EXECUTE FUNCTION trail_rows_are_the_owners()
audit_seals.id integer not null
audit_seals.at timestamp(3) with time zone not null
audit_seals.covered int8multirange not null
audit_seals.row_count integer not null
audit_seals.up_to bigint not null
audit_seals.awaited int8multirange not null
audit_seals.marks bytea not null
audit_seals.hash bytea not null
audit_seals: audit_seals_pkey PRIMARY KEY (id)
audit_seals: CREATE INDEX audit_seals_at ON public.audit_seals USING btree (at)
audit_seals: CREATE UNIQUE INDEX audit_seals_pkey ON public.audit_seals USING btree (id)
audit_seals: CREATE TRIGGER audit_seals_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.audit_seals FOR EACH STATEMENT EXECUTE FUNCTION audit_is_append_only()
audit_seals: CREATE TRIGGER audit_seals_of_now BEFORE INSERT ON public.audit_seals FOR EACH ROW EXECUTE FUNCTION seals_are_of_now()
backup_copies.id integer not null
backup_copies.backup_id integer not null
backup_copies.keys text not null
backup_copies.begun_at timestamp(3) with time zone not null default now()
backup_copies.finished_at timestamp(3) with time zone
backup_copies.taken_at timestamp(3) with time zone
backup_copies.bytes bigint
backup_copies.sent_bytes bigint
backup_copies.failure text
backup_copies: backup_copies_backup_id_fkey FOREIGN KEY (backup_id) REFERENCES backups(id) ON DELETE CASCADE
backup_copies: backup_copies_check CHECK (((failure IS NULL) OR (finished_at IS NOT NULL)))
backup_copies: backup_copies_failure_check CHECK ((failure <> ''::text))
backup_copies: backup_copies_pkey PRIMARY KEY (id)
backup_copies: CREATE INDEX backup_copies_backup_id ON public.backup_copies USING btree (backup_id)
backup_copies: CREATE UNIQUE INDEX backup_copies_pkey ON public.backup_copies USING btree (id)
backup_copies: CREATE INDEX backup_copies_whole ON public.backup_copies USING btree (taken_at DESC) WHERE (bytes IS NOT NULL)
backups.id integer not null
backups.due_at timestamp(3) with time zone not null
backups.started_at timestamp(3) with time zone not null default now()
backups.finished_at timestamp(3) with time zone
backups.bytes bigint
backups.missing_files integer
backups.failure text
backups: backups_check CHECK (((failure IS NULL) OR (finished_at IS NOT NULL)))
backups: backups_check1 CHECK (((bytes IS NOT NULL) = ((finished_at IS NOT NULL) AND (failure IS NULL))))
backups: backups_check2 CHECK (((missing_files IS NOT NULL) = (bytes IS NOT NULL)))
backups: backups_failure_check CHECK ((failure <> ''::text))
backups: backups_pkey PRIMARY KEY (id)
backups: CREATE INDEX backups_due_at ON public.backups USING btree (due_at, started_at)
backups: CREATE UNIQUE INDEX backups_pkey ON public.backups USING btree (id)
backups: CREATE INDEX backups_whole ON public.backups USING btree (due_at) WHERE (bytes IS NOT NULL)
batch_turn_students.turn_id integer not null
batch_turn_students.student_id integer not null
batch_turn_students.fate text not null
batch_turn_students.own_year_before text
batch_turn_students.own_year_after text
batch_turn_students.links jsonb
batch_turn_students: batch_turn_students_fate_check CHECK ((fate = ANY (ARRAY['went_on'::text, 'graduated'::text, 'held_back'::text])))
batch_turn_students: batch_turn_students_own_year_after_check CHECK ((own_year_after = ANY (ARRAY['1st Year'::text, '2nd Year'::text, '3rd Year'::text, '4th Year'::text, '5th Year'::text])))
batch_turn_students: batch_turn_students_own_year_before_check CHECK ((own_year_before = ANY (ARRAY['1st Year'::text, '2nd Year'::text, '3rd Year'::text, '4th Year'::text, '5th Year'::text])))
batch_turn_students: batch_turn_students_pkey PRIMARY KEY (turn_id, student_id)
batch_turn_students: batch_turn_students_student_id_fkey FOREIGN KEY (student_id) REFERENCES students(id) ON DELETE CASCADE
batch_turn_students: batch_turn_students_turn_id_fkey FOREIGN KEY (turn_id) REFERENCES batch_turns(id) ON DELETE CASCADE
batch_turn_students: CREATE UNIQUE INDEX batch_turn_students_pkey ON public.batch_turn_students USING btree (turn_id, student_id)
batch_turn_students: CREATE INDEX batch_turn_students_student_id ON public.batch_turn_students USING btree (student_id)
batch_turns.id integer not null
batch_turns.batch_id integer not null
batch_turns.from_year text not null
batch_turns.to_year text
batch_turns.turned_by text not null
batch_turns.turned_at timestamp(3) with time zone not null default now()
batch_turns.undone_by text
batch_turns.undone_at timestamp(3) with time zone
batch_turns: batch_turns_batch_id_fkey FOREIGN KEY (batch_id) REFERENCES batches(id) ON DELETE CASCADE
batch_turns: batch_turns_check CHECK (((undone_at IS NULL) = (undone_by IS NULL)))
batch_turns: batch_turns_from_year_check CHECK ((from_year = ANY (ARRAY['1st Year'::text, '2nd Year'::text, '3rd Year'::text, '4th Year'::text, '5th Year'::text])))
batch_turns: batch_turns_pkey PRIMARY KEY (id)
batch_turns: batch_turns_to_year_check CHECK ((to_year = ANY (ARRAY['1st Year'::text, '2nd Year'::text, '3rd Year'::text, '4th Year'::text, '5th Year'::text])))
batch_turns: CREATE INDEX batch_turns_batch_id ON public.batch_turns USING btree (batch_id, id DESC)
batch_turns: CREATE UNIQUE INDEX batch_turns_pkey ON public.batch_turns USING btree (id)
batch_turns: CREATE INDEX batch_turns_turned_at ON public.batch_turns USING btree (turned_at)
batches.id integer not null
batches.name text not null
batches.current_year text not null
batches.description text
batches.status text not null default 'active'::text
batches.created_at timestamp(3) with time zone not null default now()
batches.updated_at timestamp(3) with time zone not null default now()
batches: batches_current_year_check CHECK ((current_year = ANY (ARRAY['1st Year'::text, '2nd Year'::text, '3rd Year'::text, '4th Year'::text, '5th Year'::text])))
batches: batches_pkey PRIMARY KEY (id)
batches: batches_status_check CHECK ((status = ANY (ARRAY['active'::text, 'inactive'::text])))
batches: CREATE UNIQUE INDEX batches_name_key ON public.batches USING btree (folded(name))
batches: CREATE UNIQUE INDEX batches_pkey ON public.batches USING btree (id)
calendar_feeds.user_id integer not null
calendar_feeds.id text not null
calendar_feeds.created_at timestamp(3) with time zone not null default now()
calendar_feeds: calendar_feeds_id_key UNIQUE (id)
calendar_feeds: calendar_feeds_pkey PRIMARY KEY (user_id)
calendar_feeds: calendar_feeds_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
calendar_feeds: CREATE UNIQUE INDEX calendar_feeds_id_key ON public.calendar_feeds USING btree (id)
calendar_feeds: CREATE UNIQUE INDEX calendar_feeds_pkey ON public.calendar_feeds USING btree (user_id)
college_logos.id integer not null
college_logos.name text not null
college_logos.type text not null
college_logos.size integer not null
college_logos.sha256 bytea not null
college_logos.storage_key text not null
college_logos: college_logos_id_check CHECK ((id = 1))
college_logos: college_logos_pkey PRIMARY KEY (id)
college_logos: college_logos_storage_key_key UNIQUE (storage_key)
college_logos: college_logos_type_check CHECK ((type = ANY (ARRAY['image/png'::text, 'image/jpeg'::text])))
college_logos: CREATE UNIQUE INDEX college_logos_pkey ON public.college_logos USING btree (id)
college_logos: CREATE UNIQUE INDEX college_logos_storage_key_key ON public.college_logos USING btree (storage_key)
college_settings.id integer not null
college_settings.college_name text
college_settings.attendance_minimum integer
college_settings.mail_host text
college_settings.mail_port integer
college_settings.mail_security text
college_settings.mail_user text
college_settings.mail_password bytea
college_settings.mail_from text
college_settings.public_url text
college_settings.backup_dir text
college_settings.backup_at time without time zone
college_settings.backup_keep integer
college_settings.updated_at timestamp(3) with time zone not null default now()
college_settings.signatories jsonb not null default '[]'::jsonb
college_settings.alert_mail text
college_settings.alert_webhook text
college_settings.heartbeat_url text
college_settings.backup_recipient text
college_settings.backup_key_at timestamp(3) with time zone
college_settings: college_settings_attendance_minimum_check CHECK (((attendance_minimum >= 0) AND (attendance_minimum <= 100)))
college_settings: college_settings_backup_dir_check CHECK ((backup_dir ~ '^/'::text))
college_settings: college_settings_backup_keep_check CHECK (((backup_keep >= 1) AND (backup_keep <= 9999)))
college_settings: college_settings_backup_key CHECK (((backup_recipient IS NULL) = (backup_key_at IS NULL)))
college_settings: college_settings_backup_recipient_check CHECK ((backup_recipient ~ '^age1[0-9a-z]{58}$'::text))
college_settings: college_settings_college_name_check CHECK ((college_name <> ''::text))
college_settings: college_settings_id_check CHECK ((id = 1))
college_settings: college_settings_mail CHECK (((mail_host IS NULL) OR ((mail_port IS NOT NULL) AND (mail_security IS NOT NULL))))
college_settings: college_settings_mail_from_check CHECK ((mail_from <> ''::text))
college_settings: college_settings_mail_host_check CHECK ((mail_host <> ''::text))
college_settings: college_settings_mail_port_check CHECK ((mail_port = ANY (ARRAY[25, 465, 587, 2525])))
college_settings: college_settings_mail_security_check CHECK ((mail_security = ANY (ARRAY['tls'::text, 'starttls'::text, 'none'::text])))
college_settings: college_settings_mail_user_check CHECK ((mail_user <> ''::text))
college_settings: college_settings_password CHECK (((mail_password IS NULL) OR ((mail_host IS NOT NULL) AND (mail_user IS NOT NULL) AND (mail_security <> 'none'::text))))
college_settings: college_settings_pkey PRIMARY KEY (id)
college_settings: college_settings_public_url_check CHECK ((public_url ~ '^https?://'::text))
college_settings: college_settings_signatories_check CHECK (((jsonb_typeof(signatories) = 'array'::text) AND (jsonb_array_length(signatories) <= 4)))
college_settings: CREATE UNIQUE INDEX college_settings_pkey ON public.college_settings USING btree (id)
concerns.kind text not null
concerns.source text not null default ''::text
concerns.detail text not null default ''::text
concerns.since timestamp(3) with time zone not null default now()
concerns.seen_at timestamp(3) with time zone not null default now()
concerns.told_at timestamp(3) with time zone
concerns.is_over boolean not null default false
concerns: concerns_pkey PRIMARY KEY (kind, source)
concerns: CREATE UNIQUE INDEX concerns_pkey ON public.concerns USING btree (kind, source)
costly_calls.user_id integer not null
costly_calls.minute timestamp with time zone not null
costly_calls.calls integer not null default 1
costly_calls: costly_calls_calls_check CHECK ((calls > 0))
costly_calls: costly_calls_pkey PRIMARY KEY (user_id, minute)
costly_calls: costly_calls_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
costly_calls: CREATE UNIQUE INDEX costly_calls_pkey ON public.costly_calls USING btree (user_id, minute)
day_amounts.user_id integer not null
day_amounts.day date not null
day_amounts.what text not null
day_amounts.amount bigint not null
day_amounts: day_amounts_amount_check CHECK ((amount >= 0))
day_amounts: day_amounts_pkey PRIMARY KEY (user_id, day, what)
day_amounts: CREATE INDEX day_amounts_by_day ON public.day_amounts USING btree (day)
day_amounts: CREATE UNIQUE INDEX day_amounts_pkey ON public.day_amounts USING btree (user_id, day, what)
departments.id integer not null
departments.name text not null
departments.type text not null default 'academic'::text
departments.status text not null default 'active'::text
departments.created_at timestamp(3) with time zone not null default now()
departments.updated_at timestamp(3) with time zone not null default now()
departments: departments_id_type_key UNIQUE (id, type)
departments: departments_pkey PRIMARY KEY (id)
departments: departments_status_check CHECK ((status = ANY (ARRAY['active'::text, 'inactive'::text])))
departments: departments_type_check CHECK ((type = ANY (ARRAY['academic'::text, 'non-academic'::text])))
departments: CREATE UNIQUE INDEX departments_id_type_key ON public.departments USING btree (id, type)
departments: CREATE UNIQUE INDEX departments_name_key ON public.departments USING btree (folded(name))
departments: CREATE UNIQUE INDEX departments_pkey ON public.departments USING btree (id)
designations.id integer not null
designations.name text not null
designations.created_at timestamp(3) with time zone not null default now()
designations.updated_at timestamp(3) with time zone not null default now()
designations: designations_pkey PRIMARY KEY (id)
designations: CREATE UNIQUE INDEX designations_name_key ON public.designations USING btree (folded(name))
designations: CREATE UNIQUE INDEX designations_pkey ON public.designations USING btree (id)
document_checks.network text not null
document_checks.minute timestamp(3) with time zone not null
document_checks.calls integer not null default 1
document_checks: document_checks_pkey PRIMARY KEY (network, minute)
document_checks: CREATE INDEX document_checks_minute ON public.document_checks USING btree (minute)
document_checks: CREATE UNIQUE INDEX document_checks_pkey ON public.document_checks USING btree (network, minute)
document_numbers.year integer not null
document_numbers.last integer not null
document_numbers: document_numbers_last_check CHECK ((last > 0))
document_numbers: document_numbers_pkey PRIMARY KEY (year)
document_numbers: CREATE UNIQUE INDEX document_numbers_pkey ON public.document_numbers USING btree (year)
eligibility_exemptions.id integer not null
eligibility_exemptions.student_id integer not null
eligibility_exemptions.condition text not null
eligibility_exemptions.department_id integer
eligibility_exemptions.reason text not null
eligibility_exemptions.granted_by integer not null
eligibility_exemptions.granted_at timestamp(3) with time zone not null default now()
eligibility_exemptions.withdrawn_reason text
eligibility_exemptions.withdrawn_by integer
eligibility_exemptions.withdrawn_at timestamp(3) with time zone
eligibility_exemptions: eligibility_exemptions_condition_check CHECK ((condition = ANY (ARRAY['attendance'::text, 'logbook'::text, 'assessments'::text, 'tasks'::text])))
eligibility_exemptions: eligibility_exemptions_department_id_fkey FOREIGN KEY (department_id) REFERENCES departments(id)
eligibility_exemptions: eligibility_exemptions_granted_by_fkey FOREIGN KEY (granted_by) REFERENCES users(id)
eligibility_exemptions: eligibility_exemptions_pkey PRIMARY KEY (id)
eligibility_exemptions: eligibility_exemptions_student_id_fkey FOREIGN KEY (student_id) REFERENCES students(id)
eligibility_exemptions: eligibility_exemptions_withdrawn_by_fkey FOREIGN KEY (withdrawn_by) REFERENCES users(id)
eligibility_exemptions: eligibility_exemptions_withdrawn_check CHECK ((((withdrawn_at IS NULL) = (withdrawn_by IS NULL)) AND ((withdrawn_at IS NULL) = (withdrawn_reason IS NULL))))
eligibility_exemptions: CREATE INDEX eligibility_exemptions_department_id ON public.eligibility_exemptions USING btree (department_id)
eligibility_exemptions: CREATE INDEX eligibility_exemptions_granted_by ON public.eligibility_exemptions USING btree (granted_by)
eligibility_exemptions: CREATE UNIQUE INDEX eligibility_exemptions_pkey ON public.eligibility_exemptions USING btree (id)
eligibility_exemptions: CREATE UNIQUE INDEX eligibility_exemptions_standing ON public.eligibility_exemptions USING btree (student_id, condition, COALESCE(department_id, 0)) WHERE (withdrawn_at IS NULL)
eligibility_exemptions: CREATE INDEX eligibility_exemptions_student_id ON public.eligibility_exemptions USING btree (student_id)
eligibility_exemptions: CREATE INDEX eligibility_exemptions_withdrawn_by ON public.eligibility_exemptions USING btree (withdrawn_by)
eligibility_list_boards.list_id integer not null
eligibility_list_boards.size integer not null
eligibility_list_boards.sha256 bytea not null
eligibility_list_boards.storage_key text not null
eligibility_list_boards: eligibility_list_boards_list_id_fkey FOREIGN KEY (list_id) REFERENCES eligibility_lists(id)
eligibility_list_boards: eligibility_list_boards_pkey PRIMARY KEY (list_id)
eligibility_list_boards: eligibility_list_boards_sha256_check CHECK ((length(sha256) = 32))
eligibility_list_boards: eligibility_list_boards_size_check CHECK ((size > 0))
eligibility_list_boards: eligibility_list_boards_storage_key_key UNIQUE (storage_key)
eligibility_list_boards: CREATE UNIQUE INDEX eligibility_list_boards_pkey ON public.eligibility_list_boards USING btree (list_id)
eligibility_list_boards: CREATE UNIQUE INDEX eligibility_list_boards_storage_key_key ON public.eligibility_list_boards USING btree (storage_key)
eligibility_list_rows.list_id integer not null
eligibility_list_rows.position integer not null
eligibility_list_rows.student_id integer not null
eligibility_list_rows.name text not null
eligibility_list_rows.roll_no text
eligibility_list_rows.verdict text not null
eligibility_list_rows.conditions jsonb not null
eligibility_list_rows: eligibility_list_rows_list_id_fkey FOREIGN KEY (list_id) REFERENCES eligibility_lists(id)
eligibility_list_rows: eligibility_list_rows_pkey PRIMARY KEY (list_id, "position")
eligibility_list_rows: eligibility_list_rows_verdict_check CHECK ((verdict = ANY (ARRAY['eligible'::text, 'on_course'::text, 'at_risk'::text, 'not_eligible'::text, 'exempted'::text, 'unjudged'::text])))
eligibility_list_rows: CREATE UNIQUE INDEX eligibility_list_rows_pkey ON public.eligibility_list_rows USING btree (list_id, "position")
eligibility_list_rows: CREATE UNIQUE INDEX eligibility_list_rows_student_id ON public.eligibility_list_rows USING btree (student_id, list_id)
eligibility_lists.id integer not null
eligibility_lists.document_id integer not null
eligibility_lists.title text
eligibility_lists.batch_id integer not null
eligibility_lists.batch_name text not null
eligibility_lists.department_id integer
eligibility_lists.department_name text
eligibility_lists.rules jsonb not null
eligibility_lists.eligible integer not null
eligibility_lists.on_course integer not null
eligibility_lists.at_risk integer not null
eligibility_lists.not_eligible integer not null
eligibility_lists.exempted integer not null
eligibility_lists.unjudged integer not null
eligibility_lists.frozen_at timestamp(3) with time zone not null
eligibility_lists.frozen_by_name text not null
eligibility_lists.college_name text
eligibility_lists: eligibility_lists_at_risk_check CHECK ((at_risk >= 0))
eligibility_lists: eligibility_lists_check CHECK (((department_id IS NULL) = (department_name IS NULL)))
eligibility_lists: eligibility_lists_college_name_check CHECK ((college_name <> ''::text))
eligibility_lists: eligibility_lists_document_id_fkey FOREIGN KEY (document_id) REFERENCES verified_documents(id)
eligibility_lists: eligibility_lists_document_id_key UNIQUE (document_id)
eligibility_lists: eligibility_lists_eligible_check CHECK ((eligible >= 0))
eligibility_lists: eligibility_lists_exempted_check CHECK ((exempted >= 0))
eligibility_lists: eligibility_lists_not_eligible_check CHECK ((not_eligible >= 0))
eligibility_lists: eligibility_lists_on_course_check CHECK ((on_course >= 0))
eligibility_lists: eligibility_lists_pkey PRIMARY KEY (id)
eligibility_lists: eligibility_lists_title_check CHECK ((title <> ''::text))
eligibility_lists: eligibility_lists_unjudged_check CHECK ((unjudged >= 0))
eligibility_lists: CREATE INDEX eligibility_lists_batch_id ON public.eligibility_lists USING btree (batch_id, id DESC)
eligibility_lists: CREATE INDEX eligibility_lists_department_id ON public.eligibility_lists USING btree (department_id, id DESC)
eligibility_lists: CREATE UNIQUE INDEX eligibility_lists_document_id_key ON public.eligibility_lists USING btree (document_id)
eligibility_lists: CREATE UNIQUE INDEX eligibility_lists_pkey ON public.eligibility_lists USING btree (id)
eligibility_rule_sets.id integer not null
eligibility_rule_sets.batch_id integer
eligibility_rule_sets.department_id integer
eligibility_rule_sets.attendance integer
eligibility_rule_sets.logbook integer
eligibility_rule_sets.assessments integer
eligibility_rule_sets.tasks integer
eligibility_rule_sets.created_at timestamp(3) with time zone not null default now()
eligibility_rule_sets.updated_at timestamp(3) with time zone not null default now()
eligibility_rule_sets: eligibility_rule_sets_assessments_check CHECK (((assessments >= 1) AND (assessments <= 100)))
eligibility_rule_sets: eligibility_rule_sets_attendance_check CHECK (((attendance >= 1) AND (attendance <= 100)))
eligibility_rule_sets: eligibility_rule_sets_batch_id_fkey FOREIGN KEY (batch_id) REFERENCES batches(id)
eligibility_rule_sets: eligibility_rule_sets_department_id_fkey FOREIGN KEY (department_id) REFERENCES departments(id)
eligibility_rule_sets: eligibility_rule_sets_logbook_check CHECK (((logbook >= 1) AND (logbook <= 100)))
eligibility_rule_sets: eligibility_rule_sets_pkey PRIMARY KEY (id)
eligibility_rule_sets: eligibility_rule_sets_tasks_check CHECK (((tasks >= 1) AND (tasks <= 100)))
eligibility_rule_sets: CREATE INDEX eligibility_rule_sets_batch_id ON public.eligibility_rule_sets USING btree (batch_id)
eligibility_rule_sets: CREATE INDEX eligibility_rule_sets_department_id ON public.eligibility_rule_sets USING btree (department_id)
eligibility_rule_sets: CREATE UNIQUE INDEX eligibility_rule_sets_pkey ON public.eligibility_rule_sets USING btree (id)
eligibility_rule_sets: CREATE UNIQUE INDEX eligibility_rule_sets_place ON public.eligibility_rule_sets USING btree (COALESCE(batch_id, 0), COALESCE(department_id, 0))
email_links.token_hash bytea not null
email_links.user_id integer not null
email_links.email text not null
email_links.expires_at timestamp(3) with time zone not null
email_links: email_links_email_check CHECK ((email <> ''::text))
email_links: email_links_pkey PRIMARY KEY (token_hash)
email_links: email_links_token_hash_check CHECK ((length(token_hash) = 32))
email_links: email_links_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
email_links: email_links_user_id_key UNIQUE (user_id)
email_links: CREATE UNIQUE INDEX email_links_pkey ON public.email_links USING btree (token_hash)
email_links: CREATE UNIQUE INDEX email_links_user_id_key ON public.email_links USING btree (user_id)
feedback_anonymous_responses.feedback_survey_id integer not null
feedback_anonymous_responses.id uuid not null default gen_random_uuid()
feedback_anonymous_responses.answers jsonb not null
feedback_anonymous_responses: feedback_anonymous_responses_answers_check CHECK ((jsonb_typeof(answers) = 'object'::text))
feedback_anonymous_responses: feedback_anonymous_responses_feedback_survey_id_fkey FOREIGN KEY (feedback_survey_id) REFERENCES feedback_surveys(id)
feedback_anonymous_responses: feedback_anonymous_responses_pkey PRIMARY KEY (feedback_survey_id, id)
feedback_anonymous_responses: CREATE UNIQUE INDEX feedback_anonymous_responses_pkey ON public.feedback_anonymous_responses USING btree (feedback_survey_id, id)
feedback_participants.feedback_survey_id integer not null
feedback_participants.student_ids integer[] not null default '{}'::integer[]
feedback_participants.neighbours integer not null
feedback_participants.day date
feedback_participants.day_ids integer[] not null default '{}'::integer[]
feedback_participants: feedback_participants_day_ids_check CHECK ((array_position(day_ids, NULL::integer) IS NULL))
feedback_participants: feedback_participants_feedback_survey_id_fkey FOREIGN KEY (feedback_survey_id) REFERENCES feedback_surveys(id) ON DELETE CASCADE
feedback_participants: feedback_participants_pkey PRIMARY KEY (feedback_survey_id, neighbours)
feedback_participants: feedback_participants_student_ids_check CHECK ((array_position(student_ids, NULL::integer) IS NULL))
feedback_participants: CREATE UNIQUE INDEX feedback_participants_pkey ON public.feedback_participants USING btree (feedback_survey_id, neighbours)
feedback_pool_questions.id integer not null
feedback_pool_questions.is_public boolean not null default true
feedback_pool_questions.usage_count integer not null default 0
feedback_pool_questions.department_id integer
feedback_pool_questions.created_by integer not null
feedback_pool_questions.title text not null
feedback_pool_questions.question_text text not null
feedback_pool_questions.question_type text not null
feedback_pool_questions.options jsonb not null default '[]'::jsonb
feedback_pool_questions.is_required boolean not null default false
feedback_pool_questions.help_text text
feedback_pool_questions.validation_rules jsonb
feedback_pool_questions.position integer not null default 1
feedback_pool_questions.created_at timestamp(3) with time zone not null default now()
feedback_pool_questions.updated_at timestamp(3) with time zone not null default now()
feedback_pool_questions: feedback_pool_questions_check CHECK (((options <> '[]'::jsonb) OR (question_type <> ALL (ARRAY['select'::text, 'single_choice'::text, 'multiple_choice'::text, 'radio'::text, 'checkbox'::text]))))
feedback_pool_questions: feedback_pool_questions_created_by_fkey FOREIGN KEY (created_by) REFERENCES users(id)
feedback_pool_questions: feedback_pool_questions_department_id_fkey FOREIGN KEY (department_id) REFERENCES departments(id)
feedback_pool_questions: feedback_pool_questions_options_check CHECK ((jsonb_typeof(options) = 'array'::text))
feedback_pool_questions: feedback_pool_questions_pkey PRIMARY KEY (id)
feedback_pool_questions: feedback_pool_questions_position_check CHECK (("position" > 0))
feedback_pool_questions: feedback_pool_questions_question_type_check CHECK ((question_type = ANY (ARRAY['text'::text, 'textarea'::text, 'number'::text, 'email'::text, 'date'::text, 'url'::text, 'select'::text, 'single_choice'::text, 'multiple_choice'::text, 'radio'::text, 'checkbox'::text, 'rating'::text, 'boolean'::text])))
feedback_pool_questions: feedback_pool_questions_usage_count_check CHECK ((usage_count >= 0))
feedback_pool_questions: feedback_pool_questions_validation_rules_check CHECK ((jsonb_typeof(validation_rules) = 'object'::text))
feedback_pool_questions: CREATE INDEX feedback_pool_questions_created_by ON public.feedback_pool_questions USING btree (created_by, "position", id DESC)
feedback_pool_questions: CREATE INDEX feedback_pool_questions_department_id ON public.feedback_pool_questions USING btree (department_id, "position", id DESC)
feedback_pool_questions: CREATE UNIQUE INDEX feedback_pool_questions_pkey ON public.feedback_pool_questions USING btree (id)
feedback_pool_questions: CREATE INDEX feedback_pool_questions_position ON public.feedback_pool_questions USING btree ("position", id DESC)
feedback_pool_questions: CREATE INDEX feedback_pool_questions_type ON public.feedback_pool_questions USING btree (question_type, "position", id DESC)
feedback_pool_questions: CREATE INDEX feedback_pool_questions_usage_count ON public.feedback_pool_questions USING btree (usage_count DESC, id DESC)
feedback_questions.id integer not null
feedback_questions.feedback_survey_id integer not null
feedback_questions.title text not null
feedback_questions.question_text text not null
feedback_questions.question_type text not null
feedback_questions.options jsonb not null default '[]'::jsonb
feedback_questions.is_required boolean not null default false
feedback_questions.help_text text
feedback_questions.validation_rules jsonb
feedback_questions.position integer not null default 1
feedback_questions.created_at timestamp(3) with time zone not null default now()
feedback_questions.updated_at timestamp(3) with time zone not null default now()
feedback_questions: feedback_questions_check CHECK (((options <> '[]'::jsonb) OR (question_type <> ALL (ARRAY['select'::text, 'single_choice'::text, 'multiple_choice'::text, 'radio'::text, 'checkbox'::text]))))
feedback_questions: feedback_questions_feedback_survey_id_fkey FOREIGN KEY (feedback_survey_id) REFERENCES feedback_surveys(id) ON DELETE CASCADE
feedback_questions: feedback_questions_options_check CHECK ((jsonb_typeof(options) = 'array'::text))
feedback_questions: feedback_questions_pkey PRIMARY KEY (id)
feedback_questions: feedback_questions_position_check CHECK (("position" > 0))
feedback_questions: feedback_questions_question_type_check CHECK ((question_type = ANY (ARRAY['text'::text, 'textarea'::text, 'number'::text, 'email'::text, 'date'::text, 'url'::text, 'select'::text, 'single_choice'::text, 'multiple_choice'::text, 'radio'::text, 'checkbox'::text, 'rating'::text, 'boolean'::text])))
feedback_questions: feedback_questions_validation_rules_check CHECK ((jsonb_typeof(validation_rules) = 'object'::text))
feedback_questions: CREATE UNIQUE INDEX feedback_questions_pkey ON public.feedback_questions USING btree (id)
feedback_questions: CREATE INDEX feedback_questions_survey ON public.feedback_questions USING btree (feedback_survey_id, "position", id)
feedback_questions: CREATE INDEX feedback_questions_type ON public.feedback_questions USING btree (question_type, id DESC)
feedback_response_counts.feedback_survey_id integer not null
feedback_response_counts.responses integer not null
feedback_response_counts: feedback_response_counts_feedback_survey_id_fkey FOREIGN KEY (feedback_survey_id) REFERENCES feedback_surveys(id) ON DELETE CASCADE
feedback_response_counts: feedback_response_counts_pkey PRIMARY KEY (feedback_survey_id)
feedback_response_counts: CREATE UNIQUE INDEX feedback_response_counts_pkey ON public.feedback_response_counts USING btree (feedback_survey_id)
feedback_responses.id integer not null
feedback_responses.feedback_survey_id integer not null
feedback_responses.student_id integer not null
feedback_responses.nth integer not null default 1
feedback_responses.answers jsonb not null
feedback_responses.send_key uuid
feedback_responses.submitted_at timestamp(3) with time zone not null default now()
feedback_responses.created_at timestamp(3) with time zone not null default now()
feedback_responses.updated_at timestamp(3) with time zone not null default now()
feedback_responses: feedback_responses_answers_check CHECK ((jsonb_typeof(answers) = 'object'::text))
feedback_responses: feedback_responses_feedback_survey_id_fkey FOREIGN KEY (feedback_survey_id) REFERENCES feedback_surveys(id)
feedback_responses: feedback_responses_nth UNIQUE (feedback_survey_id, student_id, nth)
feedback_responses: feedback_responses_nth_check CHECK ((nth > 0))
feedback_responses: feedback_responses_pkey PRIMARY KEY (id)
feedback_responses: feedback_responses_send_key_key UNIQUE (send_key)
feedback_responses: feedback_responses_student_id_fkey FOREIGN KEY (student_id) REFERENCES students(id)
feedback_responses: CREATE INDEX feedback_responses_feedback_survey_id ON public.feedback_responses USING btree (feedback_survey_id, id DESC)
feedback_responses: CREATE UNIQUE INDEX feedback_responses_nth ON public.feedback_responses USING btree (feedback_survey_id, student_id, nth)
feedback_responses: CREATE UNIQUE INDEX feedback_responses_pkey ON public.feedback_responses USING btree (id)
feedback_responses: CREATE UNIQUE INDEX feedback_responses_send_key_key ON public.feedback_responses USING btree (send_key)
feedback_responses: CREATE INDEX feedback_responses_student_id ON public.feedback_responses USING btree (student_id, id DESC)
feedback_responses: CREATE TRIGGER feedback_response_counts_added AFTER INSERT ON public.feedback_responses REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION feedback_responses_keep_counts()
feedback_responses: CREATE TRIGGER feedback_response_counts_changed AFTER UPDATE ON public.feedback_responses REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION feedback_responses_keep_counts()
feedback_responses: CREATE TRIGGER feedback_response_counts_removed AFTER DELETE ON public.feedback_responses REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION feedback_responses_keep_counts()
feedback_send_keys.feedback_survey_id integer not null
feedback_send_keys.send_key uuid not null
feedback_send_keys: feedback_send_keys_feedback_survey_id_fkey FOREIGN KEY (feedback_survey_id) REFERENCES feedback_surveys(id) ON DELETE CASCADE
feedback_send_keys: feedback_send_keys_pkey PRIMARY KEY (feedback_survey_id, send_key)
feedback_send_keys: CREATE UNIQUE INDEX feedback_send_keys_pkey ON public.feedback_send_keys USING btree (feedback_survey_id, send_key)
feedback_surveys.id integer not null
feedback_surveys.title text not null
feedback_surveys.description text
feedback_surveys.department_id integer
feedback_surveys.department_type text not null default 'academic'::text
feedback_surveys.batch_id integer
feedback_surveys.group_id integer
feedback_surveys.status text not null default 'draft'::text
feedback_surveys.start_date date
feedback_surveys.end_date date
feedback_surveys.is_anonymous boolean not null default false
feedback_surveys.allow_multiple_responses boolean not null default false
feedback_surveys.changes_text text
feedback_surveys.changes_at timestamp(3) with time zone
feedback_surveys.created_by integer not null
feedback_surveys.created_at timestamp(3) with time zone not null default now()
feedback_surveys.updated_at timestamp(3) with time zone not null default now()
feedback_surveys.reminded_at timestamp(3) with time zone
feedback_surveys.closed_at timestamp(3) with time zone
feedback_surveys.is_shown boolean not null default false
feedback_surveys.title_folded text not null default folded(title)
feedback_surveys: feedback_surveys_batch_id_fkey FOREIGN KEY (batch_id) REFERENCES batches(id)
feedback_surveys: feedback_surveys_check CHECK ((end_date >= start_date))
feedback_surveys: feedback_surveys_check1 CHECK (((group_id IS NULL) OR ((department_id IS NOT NULL) AND (batch_id IS NOT NULL))))
feedback_surveys: feedback_surveys_check2 CHECK (((changes_text IS NULL) = (changes_at IS NULL)))
feedback_surveys: feedback_surveys_check3 CHECK (((status = 'closed'::text) = (closed_at IS NOT NULL)))
feedback_surveys: feedback_surveys_created_by_fkey FOREIGN KEY (created_by) REFERENCES users(id)
feedback_surveys: feedback_surveys_department_id_department_type_fkey FOREIGN KEY (department_id, department_type) REFERENCES departments(id, type)
feedback_surveys: feedback_surveys_department_type_check CHECK ((department_type = 'academic'::text))
feedback_surveys: feedback_surveys_group_id_batch_id_fkey FOREIGN KEY (group_id, batch_id) REFERENCES groups(id, batch_id)
feedback_surveys: feedback_surveys_group_id_department_id_fkey FOREIGN KEY (group_id, department_id) REFERENCES groups(id, department_id)
feedback_surveys: feedback_surveys_pkey PRIMARY KEY (id)
feedback_surveys: feedback_surveys_status_check CHECK ((status = ANY (ARRAY['draft'::text, 'active'::text, 'closed'::text])))
feedback_surveys: CREATE INDEX feedback_surveys_batch_id ON public.feedback_surveys USING btree (batch_id, id DESC)
feedback_surveys: CREATE INDEX feedback_surveys_changes_at ON public.feedback_surveys USING btree (changes_at DESC, id DESC) WHERE (changes_at IS NOT NULL)
feedback_surveys: CREATE INDEX feedback_surveys_created_by ON public.feedback_surveys USING btree (created_by)
feedback_surveys: CREATE INDEX feedback_surveys_department_id ON public.feedback_surveys USING btree (department_id, id DESC)
feedback_surveys: CREATE INDEX feedback_surveys_group_id ON public.feedback_surveys USING btree (group_id, id DESC)
feedback_surveys: CREATE UNIQUE INDEX feedback_surveys_pkey ON public.feedback_surveys USING btree (id)
feedback_surveys: CREATE INDEX feedback_surveys_status ON public.feedback_surveys USING btree (status, id DESC)
feedback_surveys: CREATE INDEX feedback_surveys_title_begins ON public.feedback_surveys USING btree (title_folded)
feedback_surveys: CREATE INDEX feedback_surveys_title_contains ON public.feedback_surveys USING gin (title_folded gin_trgm_ops)
feedback_waiting_responses.feedback_survey_id integer not null
feedback_waiting_responses.id uuid not null
feedback_waiting_responses.sealed bytea not null
feedback_waiting_responses: feedback_waiting_responses_feedback_survey_id_fkey FOREIGN KEY (feedback_survey_id) REFERENCES feedback_surveys(id)
feedback_waiting_responses: feedback_waiting_responses_pkey PRIMARY KEY (feedback_survey_id, id)
feedback_waiting_responses: CREATE UNIQUE INDEX feedback_waiting_responses_pkey ON public.feedback_waiting_responses USING btree (feedback_survey_id, id)
forgotten_calls.id bigint not null
forgotten_calls.network text not null
forgotten_calls.at timestamp(3) with time zone not null default now()
forgotten_calls: forgotten_calls_pkey PRIMARY KEY (id)
forgotten_calls: CREATE INDEX forgotten_calls_at ON public.forgotten_calls USING btree (at)
forgotten_calls: CREATE INDEX forgotten_calls_network ON public.forgotten_calls USING btree (network, at)
forgotten_calls: CREATE UNIQUE INDEX forgotten_calls_pkey ON public.forgotten_calls USING btree (id)
former_submission_files.id integer not null
former_submission_files.submission_id integer not null
former_submission_files.name text not null
former_submission_files.size integer not null
former_submission_files.sha256 bytea not null
former_submission_files.storage_key text not null
former_submission_files.replaced_at timestamp(3) with time zone not null default now()
former_submission_files.comment_id integer
former_submission_files: former_submission_files_comment_id_fkey FOREIGN KEY (comment_id) REFERENCES submission_comments(id) ON DELETE CASCADE
former_submission_files: former_submission_files_pkey PRIMARY KEY (id)
former_submission_files: former_submission_files_size_check CHECK ((size > 0))
former_submission_files: former_submission_files_storage_key_key UNIQUE (storage_key)
former_submission_files: former_submission_files_submission_id_fkey FOREIGN KEY (submission_id) REFERENCES task_submissions(id) ON DELETE CASCADE
former_submission_files: CREATE INDEX former_submission_files_comment_id ON public.former_submission_files USING btree (comment_id)
former_submission_files: CREATE UNIQUE INDEX former_submission_files_pkey ON public.former_submission_files USING btree (id)
former_submission_files: CREATE UNIQUE INDEX former_submission_files_storage_key_key ON public.former_submission_files USING btree (storage_key)
former_submission_files: CREATE INDEX former_submission_files_submission_id ON public.former_submission_files USING btree (submission_id, id DESC)
groups.id integer not null
groups.name text not null
groups.batch_id integer not null
groups.department_id integer not null
groups.department_type text not null default 'academic'::text
groups.description text
groups.status text not null default 'active'::text
groups.created_at timestamp(3) with time zone not null default now()
groups.updated_at timestamp(3) with time zone not null default now()
groups.name_folded text not null default folded(name)
groups: groups_batch_id_fkey FOREIGN KEY (batch_id) REFERENCES batches(id)
groups: groups_department_id_department_type_fkey FOREIGN KEY (department_id, department_type) REFERENCES departments(id, type)
groups: groups_department_type_check CHECK ((department_type = 'academic'::text))
groups: groups_id_batch_id_key UNIQUE (id, batch_id)
groups: groups_id_department_id_key UNIQUE (id, department_id)
groups: groups_pkey PRIMARY KEY (id)
groups: groups_status_check CHECK ((status = ANY (ARRAY['active'::text, 'pending'::text, 'inactive'::text])))
groups: CREATE INDEX groups_department_id ON public.groups USING btree (department_id, batch_id)
groups: CREATE UNIQUE INDEX groups_id_batch_id_key ON public.groups USING btree (id, batch_id)
groups: CREATE UNIQUE INDEX groups_id_department_id_key ON public.groups USING btree (id, department_id)
groups: CREATE INDEX groups_name_begins ON public.groups USING btree (name_folded)
groups: CREATE INDEX groups_name_contains ON public.groups USING gin (name_folded gin_trgm_ops)
groups: CREATE UNIQUE INDEX groups_name_key ON public.groups USING btree (batch_id, department_id, name_folded)
groups: CREATE UNIQUE INDEX groups_pkey ON public.groups USING btree (id)
idempotency_keys.user_id integer not null
idempotency_keys.key_hash bytea not null
idempotency_keys.body_digest bytea not null
idempotency_keys.status smallint
idempotency_keys.answer bytea
idempotency_keys.created_at timestamp(3) with time zone not null default now()
idempotency_keys: idempotency_keys_body_digest_check CHECK ((octet_length(body_digest) = 32))
idempotency_keys: idempotency_keys_key_hash_check CHECK ((octet_length(key_hash) = 32))
idempotency_keys: idempotency_keys_pkey PRIMARY KEY (user_id, key_hash)
idempotency_keys: idempotency_keys_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
idempotency_keys: CREATE INDEX idempotency_keys_created_at ON public.idempotency_keys USING btree (created_at)
idempotency_keys: CREATE UNIQUE INDEX idempotency_keys_pkey ON public.idempotency_keys USING btree (user_id, key_hash)
import_rows.import_id integer not null
import_rows.line integer not null
import_rows.entity text not null
import_rows.entity_id integer not null
import_rows.action text not null
import_rows.name text not null
import_rows.before jsonb
import_rows.links jsonb
import_rows.after_at timestamp(3) with time zone
import_rows: import_rows_action_check CHECK ((action = ANY (ARRAY['create'::text, 'update'::text])))
import_rows: import_rows_entity_check CHECK ((entity = ANY (ARRAY['student'::text, 'staff'::text, 'skill'::text, 'batch'::text, 'department'::text, 'designation'::text, 'group'::text, 'assessment'::text, 'assessment_result'::text, 'attendance_session'::text, 'attendance_submission'::text])))
import_rows: import_rows_import_id_fkey FOREIGN KEY (import_id) REFERENCES imports(id) ON DELETE CASCADE
import_rows: import_rows_pkey PRIMARY KEY (import_id, entity, entity_id)
import_rows: CREATE UNIQUE INDEX import_rows_pkey ON public.import_rows USING btree (import_id, entity, entity_id)
imports.id integer not null
imports.kind text not null
imports.file_name text not null
imports.actor_id integer not null
imports.actor_name text not null
imports.created integer not null
imports.updated integer not null
imports.unchanged integer not null
imports.imported_at timestamp(3) with time zone not null default now()
imports.undone_at timestamp(3) with time zone
imports.undone_by text
imports: imports_check CHECK (((undone_at IS NULL) = (undone_by IS NULL)))
imports: imports_kind_check CHECK ((kind = ANY (ARRAY['students'::text, 'staff'::text, 'skills'::text, 'results'::text, 'attendance'::text, 'departments'::text, 'designations'::text, 'groups'::text])))
imports: imports_pkey PRIMARY KEY (id)
imports: CREATE INDEX imports_actor_id ON public.imports USING btree (actor_id, kind, imported_at DESC, id DESC)
imports: CREATE INDEX imports_imported_at ON public.imports USING btree (imported_at)
imports: CREATE INDEX imports_kind ON public.imports USING btree (kind, imported_at DESC, id DESC)
imports: CREATE UNIQUE INDEX imports_pkey ON public.imports USING btree (id)
inspection_pack_files.pack_id integer not null
inspection_pack_files.size bigint not null
inspection_pack_files.sha256 bytea not null
inspection_pack_files.storage_key text not null
inspection_pack_files: inspection_pack_files_pack_id_fkey FOREIGN KEY (pack_id) REFERENCES inspection_packs(id) ON DELETE CASCADE
inspection_pack_files: inspection_pack_files_pkey PRIMARY KEY (pack_id)
inspection_pack_files: inspection_pack_files_sha256_check CHECK ((length(sha256) = 32))
inspection_pack_files: inspection_pack_files_size_check CHECK ((size > 0))
inspection_pack_files: inspection_pack_files_storage_key_key UNIQUE (storage_key)
inspection_pack_files: CREATE UNIQUE INDEX inspection_pack_files_pkey ON public.inspection_pack_files USING btree (pack_id)
inspection_pack_files: CREATE UNIQUE INDEX inspection_pack_files_storage_key_key ON public.inspection_pack_files USING btree (storage_key)
inspection_packs.id integer not null
inspection_packs.batch_id integer not null
inspection_packs.from_day date not null
inspection_packs.to_day date not null
inspection_packs.asked_by integer not null
inspection_packs.state text not null default 'waiting'::text
inspection_packs.run uuid
inspection_packs.tries integer not null default 0
inspection_packs.files_done integer not null default 0
inspection_packs.files_total integer
inspection_packs.begun_at timestamp(3) with time zone
inspection_packs.touched_at timestamp(3) with time zone not null default now()
inspection_packs.finished_at timestamp(3) with time zone
inspection_packs.kept_until timestamp(3) with time zone
inspection_packs.failure text
inspection_packs.created_at timestamp(3) with time zone not null default now()
inspection_packs: inspection_packs_asked_by_fkey FOREIGN KEY (asked_by) REFERENCES users(id)
inspection_packs: inspection_packs_batch_id_fkey FOREIGN KEY (batch_id) REFERENCES batches(id)
inspection_packs: inspection_packs_check CHECK ((from_day <= to_day))
inspection_packs: inspection_packs_check1 CHECK (((state = 'failed'::text) = (failure IS NOT NULL)))
inspection_packs: inspection_packs_check2 CHECK (((state = ANY (ARRAY['ready'::text, 'failed'::text])) = (finished_at IS NOT NULL)))
inspection_packs: inspection_packs_check3 CHECK (((finished_at IS NULL) = (kept_until IS NULL)))
inspection_packs: inspection_packs_pkey PRIMARY KEY (id)
inspection_packs: inspection_packs_state_check CHECK ((state = ANY (ARRAY['waiting'::text, 'making'::text, 'ready'::text, 'failed'::text])))
inspection_packs: CREATE INDEX inspection_packs_asked_by ON public.inspection_packs USING btree (asked_by)
inspection_packs: CREATE INDEX inspection_packs_batch_id ON public.inspection_packs USING btree (batch_id)
inspection_packs: CREATE UNIQUE INDEX inspection_packs_pkey ON public.inspection_packs USING btree (id)
inspection_packs: CREATE UNIQUE INDEX inspection_packs_under_way ON public.inspection_packs USING btree ((true)) WHERE (state = ANY (ARRAY['waiting'::text, 'making'::text]))
known_devices.user_id integer not null
known_devices.device bytea not null
known_devices.last_used_at timestamp(3) with time zone not null default now()
known_devices: known_devices_pkey PRIMARY KEY (user_id, device)
known_devices: known_devices_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
known_devices: CREATE INDEX known_devices_device ON public.known_devices USING btree (device)
known_devices: CREATE INDEX known_devices_last_used_at ON public.known_devices USING btree (last_used_at)
known_devices: CREATE UNIQUE INDEX known_devices_pkey ON public.known_devices USING btree (user_id, device)
leave_answers.leave_id integer not null
leave_answers.student_id integer not null
leave_answers.department_id integer not null
leave_answers.status text not null default 'pending'::text
leave_answers.note text
leave_answers.answered_by integer
leave_answers.answered_at timestamp(3) with time zone
leave_answers.updated_at timestamp(3) with time zone not null default now()
leave_answers: leave_answers_answered_by_fkey FOREIGN KEY (answered_by) REFERENCES users(id)
leave_answers: leave_answers_check CHECK (((answered_by IS NOT NULL) = (status = ANY (ARRAY['granted'::text, 'refused'::text]))))
leave_answers: leave_answers_check1 CHECK (((answered_at IS NULL) = (answered_by IS NULL)))
leave_answers: leave_answers_department_id_fkey FOREIGN KEY (department_id) REFERENCES departments(id)
leave_answers: leave_answers_leave_id_student_id_fkey FOREIGN KEY (leave_id, student_id) REFERENCES leaves(id, student_id) ON DELETE CASCADE
leave_answers: leave_answers_pkey PRIMARY KEY (leave_id, department_id)
leave_answers: leave_answers_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'granted'::text, 'refused'::text, 'withdrawn'::text])))
leave_answers: CREATE INDEX leave_answers_answered_by ON public.leave_answers USING btree (answered_by)
leave_answers: CREATE INDEX leave_answers_department_id ON public.leave_answers USING btree (department_id, status, leave_id)
leave_answers: CREATE INDEX leave_answers_granted ON public.leave_answers USING btree (student_id, department_id) WHERE (status = 'granted'::text)
leave_answers: CREATE INDEX leave_answers_leave_id ON public.leave_answers USING btree (leave_id, student_id)
leave_answers: CREATE INDEX leave_answers_pending ON public.leave_answers USING btree (leave_id) WHERE (status = 'pending'::text)
leave_answers: CREATE UNIQUE INDEX leave_answers_pkey ON public.leave_answers USING btree (leave_id, department_id)
leave_files.leave_id integer not null
leave_files.name text not null
leave_files.type text not null
leave_files.size integer not null
leave_files.sha256 bytea not null
leave_files.storage_key text not null
leave_files: leave_files_leave_id_fkey FOREIGN KEY (leave_id) REFERENCES leaves(id)
leave_files: leave_files_pkey PRIMARY KEY (leave_id)
leave_files: leave_files_size_check CHECK ((size > 0))
leave_files: leave_files_storage_key_key UNIQUE (storage_key)
leave_files: CREATE UNIQUE INDEX leave_files_pkey ON public.leave_files USING btree (leave_id)
leave_files: CREATE UNIQUE INDEX leave_files_storage_key_key ON public.leave_files USING btree (storage_key)
leave_sessions.leave_id integer not null
leave_sessions.attendance_session_id integer not null
leave_sessions: leave_sessions_attendance_session_id_fkey FOREIGN KEY (attendance_session_id) REFERENCES attendance_sessions(id) ON DELETE CASCADE
leave_sessions: leave_sessions_leave_id_fkey FOREIGN KEY (leave_id) REFERENCES leaves(id) ON DELETE CASCADE
leave_sessions: leave_sessions_pkey PRIMARY KEY (leave_id, attendance_session_id)
leave_sessions: CREATE INDEX leave_sessions_attendance_session_id ON public.leave_sessions USING btree (attendance_session_id)
leave_sessions: CREATE UNIQUE INDEX leave_sessions_pkey ON public.leave_sessions USING btree (leave_id, attendance_session_id)
leaves.id integer not null
leaves.student_id integer not null
leaves.first_day date
leaves.last_day date
leaves.reason text not null
leaves.created_at timestamp(3) with time zone not null default now()
leaves: leaves_check CHECK (((first_day IS NULL) = (last_day IS NULL)))
leaves: leaves_check1 CHECK ((last_day >= first_day))
leaves: leaves_id_student_id_key UNIQUE (id, student_id)
leaves: leaves_pkey PRIMARY KEY (id)
leaves: leaves_reason_check CHECK ((reason <> ''::text))
leaves: leaves_student_id_fkey FOREIGN KEY (student_id) REFERENCES students(id)
leaves: CREATE UNIQUE INDEX leaves_id_student_id_key ON public.leaves USING btree (id, student_id)
leaves: CREATE UNIQUE INDEX leaves_pkey ON public.leaves USING btree (id)
leaves: CREATE INDEX leaves_student_id ON public.leaves USING btree (student_id, id DESC)
library_downloads.id bigint not null
library_downloads.library_entry_id integer not null
library_downloads: library_downloads_library_entry_id_fkey FOREIGN KEY (library_entry_id) REFERENCES library_entries(id) ON DELETE CASCADE
library_downloads: library_downloads_pkey PRIMARY KEY (id)
library_downloads: CREATE INDEX library_downloads_library_entry_id ON public.library_downloads USING btree (library_entry_id)
library_downloads: CREATE UNIQUE INDEX library_downloads_pkey ON public.library_downloads USING btree (id)
library_entries.id integer not null
library_entries.title text not null
library_entries.detail text
library_entries.department_id integer not null
library_entries.batch_id integer
library_entries.year text
library_entries.type text
library_entries.description text
library_entries.uploaded_by integer not null
library_entries.filename text not null
library_entries.file_type text not null
library_entries.file_size integer not null
library_entries.sha256 bytea not null
library_entries.storage_key text not null
library_entries.download_count integer not null default 0
library_entries.created_at timestamp(3) with time zone not null default now()
library_entries.updated_at timestamp(3) with time zone not null default now()
library_entries.title_folded text not null default folded(title)
library_entries: library_entries_batch_id_fkey FOREIGN KEY (batch_id) REFERENCES batches(id)
library_entries: library_entries_department_id_fkey FOREIGN KEY (department_id) REFERENCES departments(id)
library_entries: library_entries_file_size_check CHECK ((file_size > 0))
library_entries: library_entries_pkey PRIMARY KEY (id)
library_entries: library_entries_storage_key_key UNIQUE (storage_key)
library_entries: library_entries_uploaded_by_fkey FOREIGN KEY (uploaded_by) REFERENCES users(id)
library_entries: library_entries_year_check CHECK ((year = ANY (ARRAY['1st Year'::text, '2nd Year'::text, '3rd Year'::text, '4th Year'::text, '5th Year'::text])))
library_entries: CREATE INDEX library_entries_batch_id ON public.library_entries USING btree (batch_id, id DESC)
library_entries: CREATE INDEX library_entries_department_id ON public.library_entries USING btree (department_id, id DESC)
library_entries: CREATE UNIQUE INDEX library_entries_pkey ON public.library_entries USING btree (id)
library_entries: CREATE UNIQUE INDEX library_entries_storage_key_key ON public.library_entries USING btree (storage_key)
library_entries: CREATE INDEX library_entries_title_begins ON public.library_entries USING btree (title_folded)
library_entries: CREATE INDEX library_entries_title_contains ON public.library_entries USING gin (title_folded gin_trgm_ops)
library_entries: CREATE INDEX library_entries_type ON public.library_entries USING btree (type, id DESC)
library_entries: CREATE INDEX library_entries_uploaded_by ON public.library_entries USING btree (uploaded_by)
library_uploads.id integer not null
library_uploads.user_id integer not null
library_uploads.upload_key text not null
library_uploads.filename text not null
library_uploads.file_type text not null
library_uploads.file_size integer not null
library_uploads.sha256 bytea not null
library_uploads.storage_key text not null
library_uploads.created_at timestamp(3) with time zone not null default now()
library_uploads: library_uploads_file_size_check CHECK ((file_size > 0))
library_uploads: library_uploads_pkey PRIMARY KEY (id)
library_uploads: library_uploads_storage_key_key UNIQUE (storage_key)
library_uploads: library_uploads_upload_key_key UNIQUE (upload_key)
library_uploads: library_uploads_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
library_uploads: CREATE INDEX library_uploads_created_at ON public.library_uploads USING btree (created_at)
library_uploads: CREATE UNIQUE INDEX library_uploads_pkey ON public.library_uploads USING btree (id)
library_uploads: CREATE UNIQUE INDEX library_uploads_storage_key_key ON public.library_uploads USING btree (storage_key)
library_uploads: CREATE UNIQUE INDEX library_uploads_upload_key_key ON public.library_uploads USING btree (upload_key)
library_uploads: CREATE INDEX library_uploads_user_id ON public.library_uploads USING btree (user_id)
log_code_entries.code_id integer not null
log_code_entries.entry_id integer not null
log_code_entries: log_code_entries_code_id_fkey FOREIGN KEY (code_id) REFERENCES log_codes(id) ON DELETE CASCADE
log_code_entries: log_code_entries_entry_id_fkey FOREIGN KEY (entry_id) REFERENCES log_entries(id) ON DELETE CASCADE
log_code_entries: log_code_entries_pkey PRIMARY KEY (code_id, entry_id)
log_code_entries: CREATE INDEX log_code_entries_entry_id ON public.log_code_entries USING btree (entry_id)
log_code_entries: CREATE UNIQUE INDEX log_code_entries_pkey ON public.log_code_entries USING btree (code_id, entry_id)
log_codes.id integer not null
log_codes.student_id integer not null
log_codes.code text not null
log_codes.secret_hash bytea
log_codes.created_at timestamp(3) with time zone not null default now()
log_codes.expires_at timestamp(3) with time zone not null
log_codes.used_at timestamp(3) with time zone
log_codes.used_by integer
log_codes: log_codes_code_check CHECK ((code ~ '^[0-9]{6}$'::text))
log_codes: log_codes_pkey PRIMARY KEY (id)
log_codes: log_codes_student_id_fkey FOREIGN KEY (student_id) REFERENCES students(id) ON DELETE CASCADE
log_codes: log_codes_used_by_fkey FOREIGN KEY (used_by) REFERENCES users(id) ON DELETE SET NULL
log_codes: CREATE UNIQUE INDEX log_codes_code ON public.log_codes USING btree (code) WHERE (used_at IS NULL)
log_codes: CREATE INDEX log_codes_expires_at ON public.log_codes USING btree (expires_at)
log_codes: CREATE UNIQUE INDEX log_codes_pkey ON public.log_codes USING btree (id)
log_codes: CREATE INDEX log_codes_student_id ON public.log_codes USING btree (student_id, created_at)
log_codes: CREATE INDEX log_codes_used_by ON public.log_codes USING btree (used_by)
log_entries.id integer not null
log_entries.key text
log_entries.student_id integer not null
log_entries.skill_id integer not null
log_entries.department_id integer not null
log_entries.performed_on date not null
log_entries.place text
log_entries.setting text not null default 'patient'::text
log_entries.level text not null
log_entries.attempt text not null default 'first'::text
log_entries.supervisor_id integer not null
log_entries.patient_age_band text
log_entries.patient_sex text
log_entries.reflection text
log_entries.status text not null default 'logged'::text
log_entries.is_late boolean not null default false
log_entries.corrects_id integer
log_entries.is_corrected boolean not null default false
log_entries.decision text
log_entries.rating text
log_entries.feedback text
log_entries.signed_by integer
log_entries.signed_at timestamp(3) with time zone
log_entries.signed_by_code boolean not null default false
log_entries.created_at timestamp(3) with time zone not null default now()
log_entries.updated_at timestamp(3) with time zone not null default now()
log_entries: log_entries_attempt_check CHECK ((attempt = ANY (ARRAY['first'::text, 'repeat'::text, 'remedial'::text])))
log_entries: log_entries_corrects_id_fkey FOREIGN KEY (corrects_id) REFERENCES log_entries(id)
log_entries: log_entries_decision_check CHECK ((decision = ANY (ARRAY['completed'::text, 'repeat'::text, 'remedial'::text])))
log_entries: log_entries_department_id_fkey FOREIGN KEY (department_id) REFERENCES departments(id)
log_entries: log_entries_level_check CHECK ((level = ANY (ARRAY['observed'::text, 'assisted'::text, 'supervised'::text, 'independent'::text])))
log_entries: log_entries_patient_age_band_check CHECK ((patient_age_band = ANY (ARRAY['newborn'::text, 'infant'::text, 'child'::text, 'adolescent'::text, 'adult'::text, 'elderly'::text])))
log_entries: log_entries_patient_sex_check CHECK ((patient_sex = ANY (ARRAY['male'::text, 'female'::text, 'other'::text])))
log_entries: log_entries_pkey PRIMARY KEY (id)
log_entries: log_entries_rating_check CHECK ((rating = ANY (ARRAY['below'::text, 'meets'::text, 'exceeds'::text])))
log_entries: log_entries_returned_check CHECK (((status <> 'returned'::text) OR (feedback IS NOT NULL)))
log_entries: log_entries_setting_check CHECK ((setting = ANY (ARRAY['patient'::text, 'simulated'::text])))
log_entries: log_entries_signed_by_fkey FOREIGN KEY (signed_by) REFERENCES users(id)
log_entries: log_entries_signed_check CHECK ((((status = 'signed'::text) = (decision IS NOT NULL)) AND ((status = 'signed'::text) = (signed_by IS NOT NULL)) AND ((status = 'signed'::text) = (signed_at IS NOT NULL)) AND ((status = 'signed'::text) OR ((rating IS NULL) AND (NOT signed_by_code)))))
log_entries: log_entries_skill_id_department_id_fkey FOREIGN KEY (skill_id, department_id) REFERENCES skills(id, department_id)
log_entries: log_entries_status_check CHECK ((status = ANY (ARRAY['logged'::text, 'signed'::text, 'returned'::text, 'withdrawn'::text])))
log_entries: log_entries_student_id_fkey FOREIGN KEY (student_id) REFERENCES students(id)
log_entries: log_entries_supervisor_id_fkey FOREIGN KEY (supervisor_id) REFERENCES staff(id)
log_entries: CREATE INDEX log_entries_corrected ON public.log_entries USING btree (corrects_id) WHERE (corrects_id IS NOT NULL)
log_entries: CREATE INDEX log_entries_counting ON public.log_entries USING btree (student_id, department_id, skill_id) INCLUDE (status, decision, level, setting, performed_on, is_corrected)
log_entries: CREATE INDEX log_entries_created_at ON public.log_entries USING btree (student_id, created_at)
log_entries: CREATE INDEX log_entries_department_id ON public.log_entries USING btree (department_id, performed_on DESC, id DESC)
log_entries: CREATE UNIQUE INDEX log_entries_key ON public.log_entries USING btree (student_id, key) WHERE (key IS NOT NULL)
log_entries: CREATE UNIQUE INDEX log_entries_one_correction ON public.log_entries USING btree (corrects_id) WHERE (status <> 'withdrawn'::text)
log_entries: CREATE INDEX log_entries_performed_on ON public.log_entries USING btree (performed_on DESC, id DESC)
log_entries: CREATE UNIQUE INDEX log_entries_pkey ON public.log_entries USING btree (id)
log_entries: CREATE INDEX log_entries_signed_by ON public.log_entries USING btree (signed_by, signed_at DESC) WHERE (signed_by IS NOT NULL)
log_entries: CREATE INDEX log_entries_skill_id ON public.log_entries USING btree (skill_id, performed_on DESC, id DESC)
log_entries: CREATE INDEX log_entries_student_id ON public.log_entries USING btree (student_id, performed_on DESC, id DESC)
log_entries: CREATE INDEX log_entries_supervisor_id ON public.log_entries USING btree (supervisor_id, performed_on DESC, id DESC)
log_entries: CREATE INDEX log_entries_waiting ON public.log_entries USING btree (department_id, supervisor_id, created_at) WHERE (status = 'logged'::text)
log_entries: CREATE TRIGGER log_entry_counts_added AFTER INSERT ON public.log_entries REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION log_entries_keep_counts()
log_entries: CREATE TRIGGER log_entry_counts_changed AFTER UPDATE ON public.log_entries REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION log_entries_keep_counts()
log_entries: CREATE TRIGGER log_entry_counts_removed AFTER DELETE ON public.log_entries REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION log_entries_keep_counts()
log_entry_counts.skill_id integer not null
log_entry_counts.supervisor_id integer not null
log_entry_counts.status text not null
log_entry_counts.department_id integer not null
log_entry_counts.entries integer not null
log_entry_counts: log_entry_counts_department_id_fkey FOREIGN KEY (department_id) REFERENCES departments(id) ON DELETE CASCADE
log_entry_counts: log_entry_counts_pkey PRIMARY KEY (skill_id, supervisor_id, status)
log_entry_counts: log_entry_counts_skill_id_fkey FOREIGN KEY (skill_id) REFERENCES skills(id) ON DELETE CASCADE
log_entry_counts: log_entry_counts_supervisor_id_fkey FOREIGN KEY (supervisor_id) REFERENCES staff(id) ON DELETE CASCADE
log_entry_counts: CREATE INDEX log_entry_counts_department_id ON public.log_entry_counts USING btree (department_id)
log_entry_counts: CREATE UNIQUE INDEX log_entry_counts_pkey ON public.log_entry_counts USING btree (skill_id, supervisor_id, status)
log_entry_counts: CREATE INDEX log_entry_counts_supervisor_id ON public.log_entry_counts USING btree (supervisor_id)
login_failures.id bigint not null
login_failures.user_id integer
login_failures.email text
login_failures.network text not null
login_failures.device bytea
login_failures.at timestamp(3) with time zone not null default now()
login_failures.of_code boolean not null default false
login_failures: login_failures_check CHECK (((user_id IS NULL) <> (email IS NULL)))
login_failures: login_failures_pkey PRIMARY KEY (id)
login_failures: CREATE INDEX login_failures_at ON public.login_failures USING btree (at)
login_failures: CREATE INDEX login_failures_email ON public.login_failures USING btree (email, at)
login_failures: CREATE INDEX login_failures_network ON public.login_failures USING btree (network, at)
login_failures: CREATE UNIQUE INDEX login_failures_pkey ON public.login_failures USING btree (id)
login_failures: CREATE INDEX login_failures_user_id ON public.login_failures USING btree (user_id, at)
logins.token_hash bytea not null
logins.user_id integer not null
logins.user_agent text
logins.created_at timestamp(3) with time zone not null default now()
logins.last_used_at timestamp(3) with time zone not null default now()
logins.expires_at timestamp(3) with time zone not null
logins.id integer not null
logins.by_provider boolean not null default false
logins: logins_id_key UNIQUE (id)
logins: logins_pkey PRIMARY KEY (token_hash)
logins: logins_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
logins: CREATE INDEX logins_expires_at ON public.logins USING btree (expires_at)
logins: CREATE UNIQUE INDEX logins_id_key ON public.logins USING btree (id)
logins: CREATE UNIQUE INDEX logins_pkey ON public.logins USING btree (token_hash)
logins: CREATE INDEX logins_user_id ON public.logins USING btree (user_id)
logins: CREATE TRIGGER logins_end_devices BEFORE DELETE ON public.logins FOR EACH ROW EXECUTE FUNCTION logins_end_devices()
newest_release.id integer not null default 1
newest_release.asked_of text
newest_release.asked_at timestamp(3) with time zone
newest_release.read_at timestamp(3) with time zone
newest_release.version text
newest_release.page text
newest_release.failure text
newest_release: newest_release_asked_of_check CHECK ((asked_of ~ '^[0-9a-f]{64}$'::text))
newest_release: newest_release_failure_check CHECK ((failure <> ''::text))
newest_release: newest_release_id_check CHECK ((id = 1))
newest_release: newest_release_page_check CHECK ((page ~ '^https://'::text))
newest_release: newest_release_pkey PRIMARY KEY (id)
newest_release: newest_release_version_check CHECK ((version ~ '^\d{1,5}\.\d{1,5}\.\d{1,5}$'::text))
newest_release: CREATE UNIQUE INDEX newest_release_pkey ON public.newest_release USING btree (id)
news_seen.user_id integer not null
news_seen.kind text not null
news_seen.seen_at timestamp(3) with time zone not null
news_seen: news_seen_kind_check CHECK ((kind = ANY (ARRAY['new-marks'::text, 'new-results'::text, 'leave-answers'::text, 'new-comments'::text])))
news_seen: news_seen_pkey PRIMARY KEY (user_id, kind)
news_seen: news_seen_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
news_seen: CREATE UNIQUE INDEX news_seen_pkey ON public.news_seen USING btree (user_id, kind)
notice_choices.user_id integer not null
notice_choices.digest_since timestamp(3) with time zone
notice_choices.digested_at timestamp(3) with time zone
notice_choices: notice_choices_pkey PRIMARY KEY (user_id)
notice_choices: notice_choices_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
notice_choices: CREATE INDEX notice_choices_digested_at ON public.notice_choices USING btree (digested_at)
notice_choices: CREATE UNIQUE INDEX notice_choices_pkey ON public.notice_choices USING btree (user_id)
own_fields.id integer not null
own_fields.entity text not null
own_fields.name text not null
own_fields.name_folded text not null default folded(name)
own_fields.kind text not null
own_fields.options text[] not null default '{}'::text[]
own_fields.is_required boolean not null default false
own_fields.is_unique boolean not null default false
own_fields.is_masked boolean not null default false
own_fields.seen_by text not null default 'readers'::text
own_fields.position integer not null
own_fields.status text not null default 'active'::text
own_fields.created_at timestamp(3) with time zone not null default now()
own_fields.updated_at timestamp(3) with time zone not null default now()
own_fields: own_fields_entity_check CHECK ((entity = ANY (ARRAY['student'::text, 'staff'::text])))
own_fields: own_fields_id_entity_kind_key UNIQUE (id, entity, kind)
own_fields: own_fields_id_is_unique_key UNIQUE (id, is_unique)
own_fields: own_fields_kind_check CHECK ((kind = ANY (ARRAY['text'::text, 'number'::text, 'day'::text, 'choice'::text])))
own_fields: own_fields_name_check CHECK ((name <> ''::text))
own_fields: own_fields_options_check CHECK ((cardinality(options) <= 50))
own_fields: own_fields_options_check1 CHECK (((kind = 'choice'::text) = (cardinality(options) > 0)))
own_fields: own_fields_pkey PRIMARY KEY (id)
own_fields: own_fields_position_check CHECK ((("position" >= 1) AND ("position" <= 20)))
own_fields: own_fields_position_key UNIQUE (entity, "position") DEFERRABLE
own_fields: own_fields_seen_by_check CHECK ((seen_by = ANY (ARRAY['readers'::text, 'staff'::text, 'editors'::text])))
own_fields: own_fields_status_check CHECK ((status = ANY (ARRAY['active'::text, 'inactive'::text])))
own_fields: CREATE UNIQUE INDEX own_fields_id_entity_kind_key ON public.own_fields USING btree (id, entity, kind)
own_fields: CREATE UNIQUE INDEX own_fields_id_is_unique_key ON public.own_fields USING btree (id, is_unique)
own_fields: CREATE UNIQUE INDEX own_fields_name_key ON public.own_fields USING btree (entity, name_folded)
own_fields: CREATE UNIQUE INDEX own_fields_pkey ON public.own_fields USING btree (id)
own_fields: CREATE UNIQUE INDEX own_fields_position_key ON public.own_fields USING btree (entity, "position")
own_values.id integer not null
own_values.field_id integer not null
own_values.entity text not null
own_values.kind text not null
own_values.is_unique boolean not null
own_values.student_id integer
own_values.staff_id integer
own_values.value text not null
own_values.value_folded text not null default folded(value)
own_values.value_key text not null default 
CASE
    WHEN ((kind = 'text'::text) AND (folded(value) ~ '^[0-9][0-9 ‐‑‒–—−-]*$'::text)) THEN regexp_replace(folded(value), '[^0-9]'::text, ''::text, 'g'::text)
    ELSE folded(value)
END
own_values: own_values_field_id_entity_kind_fkey FOREIGN KEY (field_id, entity, kind) REFERENCES own_fields(id, entity, kind)
own_values: own_values_field_id_is_unique_fkey FOREIGN KEY (field_id, is_unique) REFERENCES own_fields(id, is_unique) ON UPDATE CASCADE
own_values: own_values_kind_check CHECK (
CASE kind
    WHEN 'number'::text THEN (value ~ '^-?[0-9]{1,12}([.][0-9]{1,4})?$'::text)
    WHEN 'day'::text THEN (value ~ '^[0-9]{4}-[0-9]{2}-[0-9]{2}$'::text)
    ELSE true
END)
own_values: own_values_pkey PRIMARY KEY (id)
own_values: own_values_record_check CHECK ((((entity = 'student'::text) = (student_id IS NOT NULL)) AND ((entity = 'staff'::text) = (staff_id IS NOT NULL))))
own_values: own_values_staff_id_fkey FOREIGN KEY (staff_id) REFERENCES staff(id) ON DELETE CASCADE
own_values: own_values_staff_key UNIQUE (staff_id, field_id)
own_values: own_values_student_id_fkey FOREIGN KEY (student_id) REFERENCES students(id) ON DELETE CASCADE
own_values: own_values_student_key UNIQUE (student_id, field_id)
own_values: own_values_value_check CHECK (((value <> ''::text) AND (length(value) <= 200)))
own_values: CREATE INDEX own_values_field_id ON public.own_values USING btree (field_id)
own_values: CREATE UNIQUE INDEX own_values_pkey ON public.own_values USING btree (id)
own_values: CREATE UNIQUE INDEX own_values_staff_key ON public.own_values USING btree (staff_id, field_id)
own_values: CREATE UNIQUE INDEX own_values_student_key ON public.own_values USING btree (student_id, field_id)
own_values: CREATE UNIQUE INDEX own_values_unique_key ON public.own_values USING btree (field_id, value_key) WHERE is_unique
own_values: CREATE INDEX own_values_value_contains ON public.own_values USING gin (value_folded gin_trgm_ops)
password_resets.token_hash bytea not null
password_resets.user_id integer not null
password_resets.expires_at timestamp(3) with time zone not null
password_resets: password_resets_pkey PRIMARY KEY (token_hash)
password_resets: password_resets_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
password_resets: CREATE UNIQUE INDEX password_resets_pkey ON public.password_resets USING btree (token_hash)
password_resets: CREATE INDEX password_resets_user_id ON public.password_resets USING btree (user_id)
postings.id integer not null
postings.group_id integer not null
postings.batch_id integer not null
postings.department_id integer not null
postings.first_day date not null
postings.last_day date not null
postings.ward text
postings.created_at timestamp(3) with time zone not null default now()
postings.updated_at timestamp(3) with time zone not null default now()
postings: postings_batch_id_fkey FOREIGN KEY (batch_id) REFERENCES batches(id)
postings: postings_days_check CHECK ((last_day >= first_day))
postings: postings_department_id_fkey FOREIGN KEY (department_id) REFERENCES departments(id)
postings: postings_group_id_batch_id_fkey FOREIGN KEY (group_id, batch_id) REFERENCES groups(id, batch_id)
postings: postings_group_id_department_id_fkey FOREIGN KEY (group_id, department_id) REFERENCES groups(id, department_id)
postings: postings_length_check CHECK (((last_day - first_day) < 366))
postings: postings_no_overlap EXCLUDE USING gist (int4range(group_id, group_id, '[]'::text) WITH &&, daterange(first_day, last_day, '[]'::text) WITH &&)
postings: postings_pkey PRIMARY KEY (id)
postings: CREATE INDEX postings_batch_id ON public.postings USING btree (batch_id, first_day, id)
postings: CREATE INDEX postings_department_id ON public.postings USING btree (department_id, first_day, id)
postings: CREATE INDEX postings_first_day ON public.postings USING btree (first_day, id)
postings: CREATE INDEX postings_group_id ON public.postings USING btree (group_id, first_day, id)
postings: CREATE INDEX postings_last_day ON public.postings USING btree (last_day)
postings: CREATE INDEX postings_no_overlap ON public.postings USING gist (int4range(group_id, group_id, '[]'::text), daterange(first_day, last_day, '[]'::text))
postings: CREATE UNIQUE INDEX postings_pkey ON public.postings USING btree (id)
push_devices.id integer not null
push_devices.login_id integer
push_devices.endpoint text not null
push_devices.p256dh bytea not null
push_devices.auth bytea not null
push_devices.created_at timestamp(3) with time zone not null default now()
push_devices.user_id integer not null
push_devices.device bytea
push_devices.seen_at timestamp(3) with time zone not null default now()
push_devices: push_devices_device_key UNIQUE (device)
push_devices: push_devices_endpoint_key UNIQUE (endpoint)
push_devices: push_devices_login_id_fkey FOREIGN KEY (login_id) REFERENCES logins(id) ON DELETE SET NULL
push_devices: push_devices_login_id_key UNIQUE (login_id)
push_devices: push_devices_pkey PRIMARY KEY (id)
push_devices: push_devices_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
push_devices: CREATE UNIQUE INDEX push_devices_device_key ON public.push_devices USING btree (device)
push_devices: CREATE UNIQUE INDEX push_devices_endpoint_key ON public.push_devices USING btree (endpoint)
push_devices: CREATE UNIQUE INDEX push_devices_login_id_key ON public.push_devices USING btree (login_id)
push_devices: CREATE UNIQUE INDEX push_devices_pkey ON public.push_devices USING btree (id)
push_devices: CREATE INDEX push_devices_user_id ON public.push_devices USING btree (user_id)
push_events.user_id integer not null
push_events.kind text not null
push_events.noted_at timestamp(3) with time zone
push_events.told_at timestamp(3) with time zone
push_events: push_events_kind_check CHECK ((kind = ANY (ARRAY['work-due'::text, 'marks'::text, 'leave'::text, 'case'::text, 'returned'::text])))
push_events: push_events_pkey PRIMARY KEY (user_id, kind)
push_events: push_events_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
push_events: CREATE INDEX push_events_noted_at ON public.push_events USING btree (noted_at) WHERE (noted_at IS NOT NULL)
push_events: CREATE UNIQUE INDEX push_events_pkey ON public.push_events USING btree (user_id, kind)
recovery_codes.user_id integer not null
recovery_codes.code_hash bytea not null
recovery_codes: recovery_codes_pkey PRIMARY KEY (user_id, code_hash)
recovery_codes: recovery_codes_user_id_fkey FOREIGN KEY (user_id) REFERENCES second_factors(user_id) ON DELETE CASCADE
recovery_codes: CREATE UNIQUE INDEX recovery_codes_pkey ON public.recovery_codes USING btree (user_id, code_hash)
reporting_assignees.reporting_id integer not null
reporting_assignees.staff_id integer not null
reporting_assignees: reporting_assignees_pkey PRIMARY KEY (staff_id, reporting_id)
reporting_assignees: reporting_assignees_reporting_id_fkey FOREIGN KEY (reporting_id) REFERENCES reportings(id) ON DELETE CASCADE
reporting_assignees: reporting_assignees_staff_id_fkey FOREIGN KEY (staff_id) REFERENCES staff(id)
reporting_assignees: CREATE UNIQUE INDEX reporting_assignees_pkey ON public.reporting_assignees USING btree (staff_id, reporting_id)
reporting_assignees: CREATE INDEX reporting_assignees_reporting_id ON public.reporting_assignees USING btree (reporting_id)
reporting_entries.id integer not null
reporting_entries.reporting_id integer not null
reporting_entries.kind text not null
reporting_entries.author_id integer
reporting_entries.text text
reporting_entries.staff_id integer
reporting_entries.level text
reporting_entries.at timestamp(3) with time zone not null default now()
reporting_entries: reporting_entries_author_id_fkey FOREIGN KEY (author_id) REFERENCES users(id)
reporting_entries: reporting_entries_kind_check CHECK ((kind = ANY (ARRAY['created'::text, 'assigned'::text, 'edited'::text, 'responded'::text, 'awaited'::text, 'escalated'::text, 'resolved'::text, 'closed'::text, 'reopened'::text, 'handed_over'::text, 'comment'::text, 'reply'::text, 'no_reply'::text, 'withdrawn'::text])))
reporting_entries: reporting_entries_level_check CHECK ((level = ANY (ARRAY['faculty'::text, 'hod'::text, 'vice_principal'::text, 'principal'::text, 'disciplinary_committee'::text, 'external_authority'::text])))
reporting_entries: reporting_entries_pkey PRIMARY KEY (id)
reporting_entries: reporting_entries_reporting_id_fkey FOREIGN KEY (reporting_id) REFERENCES reportings(id)
reporting_entries: reporting_entries_staff_id_fkey FOREIGN KEY (staff_id) REFERENCES staff(id)
reporting_entries: CREATE INDEX reporting_entries_author_id ON public.reporting_entries USING btree (author_id)
reporting_entries: CREATE UNIQUE INDEX reporting_entries_pkey ON public.reporting_entries USING btree (id)
reporting_entries: CREATE INDEX reporting_entries_reporting_id ON public.reporting_entries USING btree (reporting_id, id)
reporting_entries: CREATE INDEX reporting_entries_staff_id ON public.reporting_entries USING btree (staff_id)
reporting_files.id integer not null
reporting_files.reporting_entry_id integer not null
reporting_files.position integer not null
reporting_files.name text not null
reporting_files.type text not null
reporting_files.size integer not null
reporting_files.sha256 bytea not null
reporting_files.storage_key text not null
reporting_files: reporting_files_pkey PRIMARY KEY (id)
reporting_files: reporting_files_reporting_entry_id_fkey FOREIGN KEY (reporting_entry_id) REFERENCES reporting_entries(id)
reporting_files: reporting_files_reporting_entry_id_name_key UNIQUE (reporting_entry_id, name)
reporting_files: reporting_files_reporting_entry_id_position_key UNIQUE (reporting_entry_id, "position")
reporting_files: reporting_files_size_check CHECK ((size > 0))
reporting_files: reporting_files_storage_key_key UNIQUE (storage_key)
reporting_files: CREATE UNIQUE INDEX reporting_files_pkey ON public.reporting_files USING btree (id)
reporting_files: CREATE UNIQUE INDEX reporting_files_reporting_entry_id_name_key ON public.reporting_files USING btree (reporting_entry_id, name)
reporting_files: CREATE UNIQUE INDEX reporting_files_reporting_entry_id_position_key ON public.reporting_files USING btree (reporting_entry_id, "position")
reporting_files: CREATE UNIQUE INDEX reporting_files_storage_key_key ON public.reporting_files USING btree (storage_key)
reporting_numbers.year integer not null
reporting_numbers.last integer not null
reporting_numbers.removed integer not null default 0
reporting_numbers: reporting_numbers_check CHECK (((removed >= 0) AND (removed <= last)))
reporting_numbers: reporting_numbers_last_check CHECK ((last > 0))
reporting_numbers: reporting_numbers_pkey PRIMARY KEY (year)
reporting_numbers: CREATE UNIQUE INDEX reporting_numbers_pkey ON public.reporting_numbers USING btree (year)
reportings.id integer not null
reportings.case_number text not null
reportings.title text not null
reportings.description text not null
reportings.student_id integer not null
reportings.assigned_to integer not null
reportings.reported_by integer not null
reportings.reported_at timestamp(3) with time zone not null default now()
reportings.assigned_at timestamp(3) with time zone not null default now()
reportings.turn_since timestamp(3) with time zone not null default now()
reportings.mailed_to integer
reportings.escalated_at timestamp(3) with time zone
reportings.escalated_to integer
reportings.escalation_reason text
reportings.initial_response text
reportings.resolved_at timestamp(3) with time zone
reportings.resolution_notes text
reportings.category text not null default 'other'::text
reportings.severity text not null default 'medium'::text
reportings.priority text not null default 'normal'::text
reportings.status text not null default 'open'::text
reportings.current_level text not null
reportings.requires_immediate_attention boolean not null default false
reportings.is_confidential boolean not null default false
reportings.internal_notes text
reportings.withdrawn_at timestamp(3) with time zone
reportings.withdrawn_by integer
reportings.turn_rank smallint not null default 
CASE
    WHEN (status = ANY (ARRAY['open'::text, 'escalated'::text, 'reopened'::text])) THEN 0
    WHEN (status = ANY (ARRAY['resolved'::text, 'closed'::text])) THEN 2
    ELSE 1
END
reportings.severity_rank smallint not null default array_position(ARRAY['low'::text, 'medium'::text, 'high'::text, 'critical'::text], severity)
reportings.created_at timestamp(3) with time zone not null default now()
reportings.updated_at timestamp(3) with time zone not null default now()
reportings: reportings_assigned_to_fkey FOREIGN KEY (assigned_to) REFERENCES staff(id)
reportings: reportings_case_number_key UNIQUE (case_number)
reportings: reportings_category_check CHECK ((category = ANY (ARRAY['academic_misconduct'::text, 'behavioral_issue'::text, 'attendance_problem'::text, 'disciplinary_violation'::text, 'safety_concern'::text, 'other'::text])))
reportings: reportings_check CHECK (((resolved_at IS NOT NULL) = (status = ANY (ARRAY['resolved'::text, 'closed'::text]))))
reportings: reportings_check1 CHECK (((withdrawn_at IS NULL) = (withdrawn_by IS NULL)))
reportings: reportings_current_level_check CHECK ((current_level = ANY (ARRAY['faculty'::text, 'hod'::text, 'vice_principal'::text, 'principal'::text, 'disciplinary_committee'::text, 'external_authority'::text])))
reportings: reportings_escalated_to_fkey FOREIGN KEY (escalated_to) REFERENCES staff(id)
reportings: reportings_pkey PRIMARY KEY (id)
reportings: reportings_priority_check CHECK ((priority = ANY (ARRAY['low'::text, 'normal'::text, 'high'::text, 'urgent'::text])))
reportings: reportings_reported_by_fkey FOREIGN KEY (reported_by) REFERENCES users(id)
reportings: reportings_severity_check CHECK ((severity = ANY (ARRAY['low'::text, 'medium'::text, 'high'::text, 'critical'::text])))
reportings: reportings_status_check CHECK ((status = ANY (ARRAY['open'::text, 'under_review'::text, 'escalated'::text, 'pending_response'::text, 'resolved'::text, 'closed'::text, 'reopened'::text])))
reportings: reportings_student_id_fkey FOREIGN KEY (student_id) REFERENCES students(id)
reportings: reportings_withdrawn_by_fkey FOREIGN KEY (withdrawn_by) REFERENCES users(id)
reportings: CREATE INDEX reportings_assigned_to ON public.reportings USING btree (assigned_to, turn_since, id)
reportings: CREATE UNIQUE INDEX reportings_case_number_key ON public.reportings USING btree (case_number)
reportings: CREATE INDEX reportings_category ON public.reportings USING btree (category, reported_at DESC, id DESC) WHERE (withdrawn_at IS NULL)
reportings: CREATE INDEX reportings_escalated_to ON public.reportings USING btree (escalated_to)
reportings: CREATE INDEX reportings_open_of_reporter ON public.reportings USING btree (reported_by) WHERE ((withdrawn_at IS NULL) AND (status <> ALL (ARRAY['resolved'::text, 'closed'::text])))
reportings: CREATE UNIQUE INDEX reportings_pkey ON public.reportings USING btree (id)
reportings: CREATE INDEX reportings_reported_at ON public.reportings USING btree (reported_at DESC, id DESC) WHERE (withdrawn_at IS NULL)
reportings: CREATE INDEX reportings_reported_by ON public.reportings USING btree (reported_by, id DESC)
reportings: CREATE INDEX reportings_severity ON public.reportings USING btree (severity, reported_at DESC, id DESC) WHERE (withdrawn_at IS NULL)
reportings: CREATE INDEX reportings_severity_rank ON public.reportings USING btree (severity_rank, id) WHERE (withdrawn_at IS NULL)
reportings: CREATE INDEX reportings_status ON public.reportings USING btree (status, reported_at DESC, id DESC) WHERE (withdrawn_at IS NULL)
reportings: CREATE INDEX reportings_student_id ON public.reportings USING btree (student_id, id DESC)
reportings: CREATE INDEX reportings_to_mail ON public.reportings USING btree (assigned_at) WHERE (mailed_to IS DISTINCT FROM assigned_to)
reportings: CREATE INDEX reportings_turn ON public.reportings USING btree (turn_rank, turn_since, id) WHERE (withdrawn_at IS NULL)
reportings: CREATE INDEX reportings_withdrawn_at ON public.reportings USING btree (withdrawn_at DESC, id DESC) WHERE (withdrawn_at IS NOT NULL)
reportings: CREATE INDEX reportings_withdrawn_by ON public.reportings USING btree (withdrawn_by)
reportings: CREATE TRIGGER reportings_withdrawn_now BEFORE UPDATE OF withdrawn_at ON public.reportings FOR EACH ROW WHEN ((old.withdrawn_at IS DISTINCT FROM new.withdrawn_at)) EXECUTE FUNCTION withdrawals_are_of_now()
retention.is_only boolean not null default true
retention.audit_years integer
retention.withdrawn_case_days integer
retention: retention_audit_years_check CHECK ((audit_years > 0))
retention: retention_is_only_check CHECK (is_only)
retention: retention_pkey PRIMARY KEY (is_only)
retention: retention_withdrawn_case_days_check CHECK ((withdrawn_case_days > 0))
retention: CREATE UNIQUE INDEX retention_pkey ON public.retention USING btree (is_only)
roles.id integer not null
roles.name text not null
roles.built_in boolean not null default false
roles.created_at timestamp(3) with time zone not null default now()
roles.updated_at timestamp(3) with time zone not null default now()
roles: roles_pkey PRIMARY KEY (id)
roles: CREATE UNIQUE INDEX roles_name_key ON public.roles USING btree (folded(name))
roles: CREATE UNIQUE INDEX roles_pkey ON public.roles USING btree (id)
second_factors.user_id integer not null
second_factors.secret bytea not null
second_factors.created_at timestamp(3) with time zone not null default now()
second_factors.confirmed_at timestamp(3) with time zone
second_factors.last_step integer
second_factors: second_factors_check CHECK (((confirmed_at IS NULL) = (last_step IS NULL)))
second_factors: second_factors_pkey PRIMARY KEY (user_id)
second_factors: second_factors_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
second_factors: CREATE UNIQUE INDEX second_factors_pkey ON public.second_factors USING btree (user_id)
secrets.name text not null
secrets.value bytea not null
secrets: secrets_pkey PRIMARY KEY (name)
secrets: CREATE UNIQUE INDEX secrets_pkey ON public.secrets USING btree (name)
security_log.id integer not null
security_log.at timestamp(3) with time zone not null
security_log.last_at timestamp(3) with time zone not null
security_log.kind text not null
security_log.user_id integer
security_log.name text
security_log.email text
security_log.address text
security_log.device text
security_log.detail text
security_log.times integer not null default 1
security_log: security_log_pkey PRIMARY KEY (id)
security_log: security_log_times_check CHECK ((times > 0))
security_log: CREATE INDEX security_log_address ON public.security_log USING btree (address, at DESC, id DESC)
security_log: CREATE INDEX security_log_at ON public.security_log USING btree (at DESC, id DESC)
security_log: CREATE INDEX security_log_kind ON public.security_log USING btree (kind, at DESC, id DESC)
security_log: CREATE UNIQUE INDEX security_log_pkey ON public.security_log USING btree (id)
security_log: CREATE INDEX security_log_user_id ON public.security_log USING btree (user_id, at DESC, id DESC)
set_aside_files.file_key text not null
set_aside_files.at timestamp with time zone not null default now()
set_aside_files: set_aside_files_pkey PRIMARY KEY (file_key)
set_aside_files: CREATE UNIQUE INDEX set_aside_files_pkey ON public.set_aside_files USING btree (file_key)
setting_tests.id integer not null
setting_tests.kind text not null
setting_tests.user_id integer
setting_tests.begun_at timestamp(3) with time zone not null default now()
setting_tests.finished_at timestamp(3) with time zone
setting_tests.taken_at timestamp(3) with time zone
setting_tests.tables integer
setting_tests.rows bigint
setting_tests.files integer
setting_tests.bytes bigint
setting_tests.failure text
setting_tests.heard_at timestamp(3) with time zone
setting_tests: setting_tests_check CHECK (((failure IS NULL) OR (finished_at IS NOT NULL)))
setting_tests: setting_tests_failure_check CHECK ((failure <> ''::text))
setting_tests: setting_tests_kind_check CHECK ((kind = ANY (ARRAY['mail'::text, 'restore'::text, 'restore-copy'::text])))
setting_tests: setting_tests_pkey PRIMARY KEY (id)
setting_tests: setting_tests_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE SET NULL
setting_tests: CREATE INDEX setting_tests_kind ON public.setting_tests USING btree (kind, id)
setting_tests: CREATE UNIQUE INDEX setting_tests_pkey ON public.setting_tests USING btree (id)
setting_tests: CREATE INDEX setting_tests_user_id ON public.setting_tests USING btree (user_id, kind, begun_at)
signs_of_life.id integer not null default 1
signs_of_life.tried_at timestamp(3) with time zone
signs_of_life.heard_at timestamp(3) with time zone
signs_of_life.behind_seconds integer
signs_of_life.failure text
signs_of_life: signs_of_life_id_check CHECK ((id = 1))
signs_of_life: signs_of_life_pkey PRIMARY KEY (id)
signs_of_life: CREATE UNIQUE INDEX signs_of_life_pkey ON public.signs_of_life USING btree (id)
skills.id integer not null
skills.department_id integer not null
skills.name text not null
skills.name_folded text not null default folded(name)
skills.code text
skills.category text
skills.level text not null default 'supervised'::text
skills.usual_count integer
skills.usual_a_day integer
skills.allows_simulation boolean not null default false
skills.observed_share integer not null default 0
skills.year text
skills.description text
skills.status text not null default 'active'::text
skills.created_by integer
skills.created_at timestamp(3) with time zone not null default now()
skills.updated_at timestamp(3) with time zone not null default now()
skills: skills_created_by_fkey FOREIGN KEY (created_by) REFERENCES users(id)
skills: skills_department_id_fkey FOREIGN KEY (department_id) REFERENCES departments(id)
skills: skills_id_department_id_key UNIQUE (id, department_id)
skills: skills_level_check CHECK ((level = ANY (ARRAY['observed'::text, 'assisted'::text, 'supervised'::text, 'independent'::text])))
skills: skills_name_check CHECK ((name <> ''::text))
skills: skills_observed_share_check CHECK (((observed_share >= 0) AND (observed_share <= 100)))
skills: skills_pkey PRIMARY KEY (id)
skills: skills_status_check CHECK ((status = ANY (ARRAY['active'::text, 'inactive'::text])))
skills: skills_usual_a_day_check CHECK (((usual_a_day >= 1) AND (usual_a_day <= 100)))
skills: skills_usual_count_check CHECK (((usual_count >= 1) AND (usual_count <= 1000)))
skills: skills_year_check CHECK ((year = ANY (ARRAY['1st Year'::text, '2nd Year'::text, '3rd Year'::text, '4th Year'::text, '5th Year'::text])))
skills: CREATE INDEX skills_category ON public.skills USING btree (category)
skills: CREATE UNIQUE INDEX skills_code_key ON public.skills USING btree (department_id, upper(code)) WHERE (code IS NOT NULL)
skills: CREATE INDEX skills_created_by ON public.skills USING btree (created_by)
skills: CREATE INDEX skills_department_id ON public.skills USING btree (department_id, category, name, id)
skills: CREATE UNIQUE INDEX skills_id_department_id_key ON public.skills USING btree (id, department_id)
skills: CREATE INDEX skills_name_begins ON public.skills USING btree (name_folded)
skills: CREATE INDEX skills_name_contains ON public.skills USING gin (name_folded gin_trgm_ops)
skills: CREATE UNIQUE INDEX skills_name_key ON public.skills USING btree (department_id, name_folded)
skills: CREATE UNIQUE INDEX skills_pkey ON public.skills USING btree (id)
skills: CREATE INDEX skills_year ON public.skills USING btree (year)
staff.id integer not null
staff.user_id integer not null
staff.department_id integer not null
staff.designation_id integer not null
staff.role_id integer
staff.phone text
staff.gender text
staff.date_of_birth date
staff.date_of_joining date
staff.date_of_leaving date
staff.date_of_retirement date
staff.description text
staff.status text not null default 'active'::text
staff.created_at timestamp(3) with time zone not null default now()
staff.updated_at timestamp(3) with time zone not null default now()
staff.sort_name text not null
staff.phone_digits text default phone_key(folded(phone))
staff.staff_no text
staff: staff_department_id_fkey FOREIGN KEY (department_id) REFERENCES departments(id)
staff: staff_designation_id_fkey FOREIGN KEY (designation_id) REFERENCES designations(id)
staff: staff_gender_check CHECK ((gender = ANY (ARRAY['male'::text, 'female'::text, 'other'::text])))
staff: staff_pkey PRIMARY KEY (id)
staff: staff_role_id_fkey FOREIGN KEY (role_id) REFERENCES roles(id)
staff: staff_staff_no_check CHECK (((staff_no <> ''::text) AND (length(staff_no) <= 20) AND (staff_no !~* '^MBBS-[0-9]{5}$'::text)))
staff: staff_status_check CHECK ((status = ANY (ARRAY['active'::text, 'inactive'::text, 'on_leave'::text, 'transferred'::text, 'retired'::text, 'terminated'::text, 'resigned'::text])))
staff: staff_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
staff: staff_user_id_key UNIQUE (user_id)
staff: CREATE INDEX staff_department_id ON public.staff USING btree (department_id, sort_name, user_id)
staff: CREATE INDEX staff_designation_id ON public.staff USING btree (designation_id)
staff: CREATE INDEX staff_phone_digits_begins ON public.staff USING btree (phone_digits)
staff: CREATE INDEX staff_phone_digits_contains ON public.staff USING gin (phone_digits gin_trgm_ops)
staff: CREATE UNIQUE INDEX staff_pkey ON public.staff USING btree (id)
staff: CREATE INDEX staff_role_id ON public.staff USING btree (role_id)
staff: CREATE INDEX staff_sort_name ON public.staff USING btree (sort_name, user_id)
staff: CREATE INDEX staff_staff_no_begins ON public.staff USING btree (lower(staff_no) text_pattern_ops)
staff: CREATE INDEX staff_staff_no_contains ON public.staff USING gin (lower(staff_no) gin_trgm_ops)
staff: CREATE UNIQUE INDEX staff_staff_no_key ON public.staff USING btree (lower(staff_no))
staff: CREATE UNIQUE INDEX staff_user_id_key ON public.staff USING btree (user_id)
staff: CREATE TRIGGER staff_sort_name BEFORE INSERT ON public.staff FOR EACH ROW EXECUTE FUNCTION staff_take_sort_name()
student_batches.id integer not null
student_batches.student_id integer not null
student_batches.batch_id integer not null
student_batches.status text not null default 'active'::text
student_batches.created_at timestamp(3) with time zone not null default now()
student_batches.ended_at timestamp(3) with time zone
student_batches: student_batches_batch_id_fkey FOREIGN KEY (batch_id) REFERENCES batches(id)
student_batches: student_batches_check CHECK (((status = 'active'::text) = (ended_at IS NULL)))
student_batches: student_batches_pkey PRIMARY KEY (id)
student_batches: student_batches_status_check CHECK ((status = ANY (ARRAY['active'::text, 'inactive'::text])))
student_batches: student_batches_student_id_fkey FOREIGN KEY (student_id) REFERENCES students(id) ON DELETE CASCADE
student_batches: CREATE INDEX student_batches_batch_id ON public.student_batches USING btree (batch_id, status)
student_batches: CREATE UNIQUE INDEX student_batches_one_active ON public.student_batches USING btree (student_id) WHERE (status = 'active'::text)
student_batches: CREATE UNIQUE INDEX student_batches_pkey ON public.student_batches USING btree (id)
student_batches: CREATE INDEX student_batches_student_id ON public.student_batches USING btree (student_id)
student_groups.id integer not null
student_groups.student_id integer not null
student_groups.group_id integer not null
student_groups.department_id integer not null
student_groups.status text not null default 'active'::text
student_groups.created_at timestamp(3) with time zone not null default now()
student_groups.ended_at timestamp(3) with time zone
student_groups.first_day date not null default '-infinity'::date
student_groups.left_on date
student_groups: student_groups_check CHECK (((status = 'active'::text) = (ended_at IS NULL)))
student_groups: student_groups_check1 CHECK (((status = 'inactive'::text) OR (left_on IS NULL)))
student_groups: student_groups_check2 CHECK ((left_on >= first_day))
student_groups: student_groups_group_id_department_id_fkey FOREIGN KEY (group_id, department_id) REFERENCES groups(id, department_id) ON UPDATE CASCADE
student_groups: student_groups_pkey PRIMARY KEY (id)
student_groups: student_groups_status_check CHECK ((status = ANY (ARRAY['active'::text, 'inactive'::text])))
student_groups: student_groups_student_id_fkey FOREIGN KEY (student_id) REFERENCES students(id) ON DELETE CASCADE
student_groups: CREATE INDEX student_groups_group_id ON public.student_groups USING btree (group_id, status)
student_groups: CREATE UNIQUE INDEX student_groups_one_active ON public.student_groups USING btree (student_id, department_id) WHERE (status = 'active'::text)
student_groups: CREATE UNIQUE INDEX student_groups_pkey ON public.student_groups USING btree (id)
student_groups: CREATE INDEX student_groups_student_id ON public.student_groups USING btree (student_id, status)
students.id integer not null
students.user_id integer not null
students.roll_no text
students.role_id integer
students.phone text
students.gender text
students.date_of_birth date
students.date_of_admission date
students.current_year text
students.description text
students.status text not null default 'active'::text
students.created_at timestamp(3) with time zone not null default now()
students.updated_at timestamp(3) with time zone not null default now()
students.phone_digits text default phone_key(folded(phone))
students: students_current_year_check CHECK ((current_year = ANY (ARRAY['1st Year'::text, '2nd Year'::text, '3rd Year'::text, '4th Year'::text, '5th Year'::text])))
students: students_gender_check CHECK ((gender = ANY (ARRAY['male'::text, 'female'::text, 'other'::text])))
students: students_pkey PRIMARY KEY (id)
students: students_role_id_fkey FOREIGN KEY (role_id) REFERENCES roles(id)
students: students_status_check CHECK ((status = ANY (ARRAY['active'::text, 'inactive'::text, 'on_leave'::text, 'transferred'::text, 'graduated'::text, 'dropped'::text, 'suspended'::text, 'expelled'::text])))
students: students_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
students: students_user_id_key UNIQUE (user_id)
students: CREATE INDEX students_active ON public.students USING btree (id) WHERE (status = 'active'::text)
students: CREATE INDEX students_phone_digits_begins ON public.students USING btree (phone_digits)
students: CREATE INDEX students_phone_digits_contains ON public.students USING gin (phone_digits gin_trgm_ops)
students: CREATE UNIQUE INDEX students_pkey ON public.students USING btree (id)
students: CREATE INDEX students_role_id ON public.students USING btree (role_id)
students: CREATE INDEX students_roll_no ON public.students USING btree (roll_no, id)
students: CREATE INDEX students_roll_no_begins ON public.students USING btree (lower(roll_no) text_pattern_ops)
students: CREATE INDEX students_roll_no_contains ON public.students USING gin (lower(roll_no) gin_trgm_ops)
students: CREATE UNIQUE INDEX students_roll_no_key ON public.students USING btree (lower(roll_no))
students: CREATE UNIQUE INDEX students_user_id_key ON public.students USING btree (user_id)
submission_comments.id integer not null
submission_comments.submission_id integer not null
submission_comments.author_id integer not null
submission_comments.kind text not null
submission_comments.text text
submission_comments.created_at timestamp(3) with time zone not null default now()
submission_comments: submission_comments_author_id_fkey FOREIGN KEY (author_id) REFERENCES users(id)
submission_comments: submission_comments_check CHECK (((kind = 'sent_again'::text) = (text IS NULL)))
submission_comments: submission_comments_kind_check CHECK ((kind = ANY (ARRAY['comment'::text, 'returned'::text, 'sent_again'::text])))
submission_comments: submission_comments_pkey PRIMARY KEY (id)
submission_comments: submission_comments_submission_id_fkey FOREIGN KEY (submission_id) REFERENCES task_submissions(id) ON DELETE CASCADE
submission_comments: CREATE INDEX submission_comments_author_id ON public.submission_comments USING btree (author_id, submission_id)
submission_comments: CREATE INDEX submission_comments_created_at ON public.submission_comments USING btree (created_at) WHERE (kind = 'comment'::text)
submission_comments: CREATE UNIQUE INDEX submission_comments_pkey ON public.submission_comments USING btree (id)
submission_comments: CREATE INDEX submission_comments_submission_id ON public.submission_comments USING btree (submission_id, id)
submission_files.id integer not null
submission_files.submission_id integer not null
submission_files.name text not null
submission_files.size integer not null
submission_files.sha256 bytea not null
submission_files.storage_key text not null
submission_files: submission_files_pkey PRIMARY KEY (id)
submission_files: submission_files_size_check CHECK ((size > 0))
submission_files: submission_files_storage_key_key UNIQUE (storage_key)
submission_files: submission_files_submission_id_fkey FOREIGN KEY (submission_id) REFERENCES task_submissions(id) ON DELETE CASCADE
submission_files: submission_files_submission_id_name_key UNIQUE (submission_id, name)
submission_files: CREATE UNIQUE INDEX submission_files_pkey ON public.submission_files USING btree (id)
submission_files: CREATE UNIQUE INDEX submission_files_storage_key_key ON public.submission_files USING btree (storage_key)
submission_files: CREATE UNIQUE INDEX submission_files_submission_id_name_key ON public.submission_files USING btree (submission_id, name)
task_groups.task_id integer not null
task_groups.group_id integer not null
task_groups.department_id integer not null
task_groups.position integer not null
task_groups: task_groups_group_id_department_id_fkey FOREIGN KEY (group_id, department_id) REFERENCES groups(id, department_id)
task_groups: task_groups_pkey PRIMARY KEY (task_id, group_id)
task_groups: task_groups_task_id_department_id_fkey FOREIGN KEY (task_id, department_id) REFERENCES tasks(id, department_id) ON DELETE CASCADE DEFERRABLE INITIALLY DEFERRED
task_groups: CREATE INDEX task_groups_group_id ON public.task_groups USING btree (group_id, task_id DESC)
task_groups: CREATE UNIQUE INDEX task_groups_pkey ON public.task_groups USING btree (task_id, group_id)
task_submissions.id integer not null
task_submissions.task_id integer not null
task_submissions.student_id integer not null
task_submissions.remarks text
task_submissions.date_time timestamp(3) with time zone not null default now()
task_submissions.status text not null default 'submitted'::text
task_submissions.is_late boolean not null default false
task_submissions.marks integer
task_submissions.faculty_remarks text
task_submissions.graded_by integer
task_submissions.graded_at timestamp(3) with time zone
task_submissions.updated_at timestamp(3) with time zone not null default now()
task_submissions.criteria_marks jsonb
task_submissions: task_submissions_check CHECK (((marks IS NULL) = (graded_at IS NULL)))
task_submissions: task_submissions_criteria_marks_check CHECK (((jsonb_typeof(criteria_marks) = 'array'::text) AND ((jsonb_array_length(criteria_marks) >= 1) AND (jsonb_array_length(criteria_marks) <= 40))))
task_submissions: task_submissions_graded_by_fkey FOREIGN KEY (graded_by) REFERENCES users(id) ON DELETE SET NULL
task_submissions: task_submissions_marks_check CHECK ((marks >= 0))
task_submissions: task_submissions_pkey PRIMARY KEY (id)
task_submissions: task_submissions_returned_check CHECK (((status <> 'returned'::text) OR (marks IS NULL)))
task_submissions: task_submissions_status_check CHECK ((status = ANY (ARRAY['submitted'::text, 'returned'::text])))
task_submissions: task_submissions_student_id_fkey FOREIGN KEY (student_id) REFERENCES students(id)
task_submissions: task_submissions_task_id_fkey FOREIGN KEY (task_id) REFERENCES tasks(id)
task_submissions: task_submissions_task_id_student_id_key UNIQUE (task_id, student_id)
task_submissions: CREATE INDEX task_submissions_graded_by ON public.task_submissions USING btree (graded_by)
task_submissions: CREATE UNIQUE INDEX task_submissions_pkey ON public.task_submissions USING btree (id)
task_submissions: CREATE INDEX task_submissions_student_id ON public.task_submissions USING btree (student_id, id DESC)
task_submissions: CREATE UNIQUE INDEX task_submissions_task_id_student_id_key ON public.task_submissions USING btree (task_id, student_id)
task_submissions: CREATE INDEX task_submissions_ungraded ON public.task_submissions USING btree (task_id, date_time) WHERE (marks IS NULL)
tasks.id integer not null
tasks.name text not null
tasks.type text
tasks.detail text
tasks.label text
tasks.total_marks integer
tasks.passing_marks integer
tasks.start_date date
tasks.end_date date
tasks.description text
tasks.department_id integer not null
tasks.department_type text not null default 'academic'::text
tasks.status text not null default 'active'::text
tasks.task_type text not null default 'single'::text
tasks.created_by integer
tasks.created_at timestamp(3) with time zone not null default now()
tasks.updated_at timestamp(3) with time zone not null default now()
tasks.name_folded text not null default folded(name)
tasks.criteria jsonb
tasks.skill_id integer
tasks.required_count integer default 
CASE
    WHEN ((task_type = 'bulk'::text) AND (detail ~ '^[0-9]{1,6}$'::text)) THEN (detail)::integer
    ELSE NULL::integer
END
tasks: tasks_bulk_criteria CHECK (((task_type = 'single'::text) OR (criteria IS NULL)))
tasks: tasks_check CHECK ((passing_marks <= COALESCE(total_marks, 100)))
tasks: tasks_check1 CHECK ((end_date >= start_date))
tasks: tasks_created_by_fkey FOREIGN KEY (created_by) REFERENCES users(id) ON DELETE SET NULL
tasks: tasks_criteria_check CHECK (((jsonb_typeof(criteria) = 'array'::text) AND ((jsonb_array_length(criteria) >= 1) AND (jsonb_array_length(criteria) <= 40))))
tasks: tasks_department_id_department_type_fkey FOREIGN KEY (department_id, department_type) REFERENCES departments(id, type)
tasks: tasks_department_type_check CHECK ((department_type = 'academic'::text))
tasks: tasks_id_department_id_key UNIQUE (id, department_id)
tasks: tasks_passing_marks_check CHECK ((passing_marks >= 0))
tasks: tasks_pkey PRIMARY KEY (id)
tasks: tasks_skill_check CHECK (((task_type = 'bulk'::text) = (skill_id IS NOT NULL)))
tasks: tasks_skill_id_department_id_fkey FOREIGN KEY (skill_id, department_id) REFERENCES skills(id, department_id)
tasks: tasks_status_check CHECK ((status = ANY (ARRAY['active'::text, 'pending'::text, 'inactive'::text])))
tasks: tasks_task_type_check CHECK ((task_type = ANY (ARRAY['single'::text, 'bulk'::text])))
tasks: tasks_total_marks_check CHECK ((total_marks >= 0))
tasks: CREATE INDEX tasks_created_by ON public.tasks USING btree (created_by)
tasks: CREATE INDEX tasks_department_id ON public.tasks USING btree (department_id, id DESC)
tasks: CREATE INDEX tasks_end_date ON public.tasks USING btree (end_date)
tasks: CREATE UNIQUE INDEX tasks_id_department_id_key ON public.tasks USING btree (id, department_id)
tasks: CREATE INDEX tasks_name_begins ON public.tasks USING btree (name_folded)
tasks: CREATE INDEX tasks_name_contains ON public.tasks USING gin (name_folded gin_trgm_ops)
tasks: CREATE UNIQUE INDEX tasks_pkey ON public.tasks USING btree (id)
tasks: CREATE INDEX tasks_skill_id ON public.tasks USING btree (skill_id)
troubles.day date not null
troubles.digest bytea not null
troubles.kind text not null
troubles.what text not null
troubles.detail text
troubles.times integer not null default 1
troubles.longest_ms integer
troubles.first_at timestamp(3) with time zone not null
troubles.last_at timestamp(3) with time zone not null
troubles: troubles_check CHECK (((longest_ms IS NOT NULL) = (kind = 'slow-statement'::text)))
troubles: troubles_digest_check CHECK ((length(digest) = 32))
troubles: troubles_kind_check CHECK ((kind = ANY (ARRAY['error'::text, 'slow-statement'::text])))
troubles: troubles_pkey PRIMARY KEY (day, digest)
troubles: troubles_times_check CHECK ((times > 0))
troubles: CREATE INDEX troubles_newest ON public.troubles USING btree (kind, last_at DESC)
troubles: CREATE UNIQUE INDEX troubles_pkey ON public.troubles USING btree (day, digest)
user_roles.user_id integer not null
user_roles.role_id integer not null
user_roles: user_roles_pkey PRIMARY KEY (user_id, role_id)
user_roles: user_roles_role_id_fkey FOREIGN KEY (role_id) REFERENCES roles(id)
user_roles: user_roles_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
user_roles: CREATE UNIQUE INDEX user_roles_pkey ON public.user_roles USING btree (user_id, role_id)
user_roles: CREATE INDEX user_roles_role_id ON public.user_roles USING btree (role_id)
users.id integer not null
users.name text not null
users.email text
users.password_hash text not null
users.must_change_password boolean not null default true
users.created_at timestamp(3) with time zone not null default now()
users.updated_at timestamp(3) with time zone not null default now()
users.signed_in_at timestamp(3) with time zone
users.reset_mailed_at timestamp(3) with time zone
users.password_replaced_by text
users.second_factor_reset_by text
users.name_folded text not null default folded(name)
users: users_pkey PRIMARY KEY (id)
users: users_second_factor_reset_by_check CHECK ((second_factor_reset_by <> ''::text))
users: CREATE UNIQUE INDEX users_email_key ON public.users USING btree (lower(email))
users: CREATE INDEX users_name ON public.users USING btree (name, id)
users: CREATE INDEX users_name_begins ON public.users USING btree (name_folded)
users: CREATE INDEX users_name_contains ON public.users USING gin (name_folded gin_trgm_ops)
users: CREATE UNIQUE INDEX users_pkey ON public.users USING btree (id)
users: CREATE TRIGGER users_sort_name AFTER UPDATE OF name ON public.users FOR EACH ROW WHEN ((old.name IS DISTINCT FROM new.name)) EXECUTE FUNCTION users_give_sort_name()
verified_documents.id integer not null
verified_documents.number text not null
verified_documents.code text not null
verified_documents.kind text not null
verified_documents.student_id integer
verified_documents.name text
verified_documents.roll_no text
verified_documents.issued_on date not null
verified_documents.issued_by integer not null
verified_documents.state text not null default 'stands'::text
verified_documents.ended_on date
verified_documents.replaces integer
verified_documents.withdrawn_by integer
verified_documents.reason text
verified_documents.size integer not null
verified_documents.sha256 bytea not null
verified_documents.storage_key text not null
verified_documents.created_at timestamp(3) with time zone not null default now()
verified_documents.found_by_folded text not null default folded(((((number || ' '::text) || COALESCE(name, ''::text)) || ' '::text) || COALESCE(roll_no, ''::text)))
verified_documents: verified_documents_check CHECK (((student_id IS NULL) = (name IS NULL)))
verified_documents: verified_documents_check1 CHECK (((state = 'stands'::text) = (ended_on IS NULL)))
verified_documents: verified_documents_check2 CHECK (((state = 'withdrawn'::text) = (withdrawn_by IS NOT NULL)))
verified_documents: verified_documents_check3 CHECK (((state = 'withdrawn'::text) = (reason IS NOT NULL)))
verified_documents: verified_documents_code_check CHECK ((code ~ '^[0-9A-HJKMNP-TV-Z]{16}$'::text))
verified_documents: verified_documents_code_key UNIQUE (code)
verified_documents: verified_documents_issued_by_fkey FOREIGN KEY (issued_by) REFERENCES users(id)
verified_documents: verified_documents_kind_check CHECK ((kind = ANY (ARRAY['logbook'::text, 'attendance'::text, 'results'::text, 'eligibility-list'::text])))
verified_documents: verified_documents_number_key UNIQUE (number)
verified_documents: verified_documents_pkey PRIMARY KEY (id)
verified_documents: verified_documents_replaces_fkey FOREIGN KEY (replaces) REFERENCES verified_documents(id)
verified_documents: verified_documents_replaces_key UNIQUE (replaces)
verified_documents: verified_documents_sha256_check CHECK ((length(sha256) = 32))
verified_documents: verified_documents_size_check CHECK ((size > 0))
verified_documents: verified_documents_state_check CHECK ((state = ANY (ARRAY['stands'::text, 'replaced'::text, 'withdrawn'::text])))
verified_documents: verified_documents_storage_key_key UNIQUE (storage_key)
verified_documents: verified_documents_student_id_fkey FOREIGN KEY (student_id) REFERENCES students(id)
verified_documents: verified_documents_withdrawn_by_fkey FOREIGN KEY (withdrawn_by) REFERENCES users(id)
verified_documents: CREATE UNIQUE INDEX verified_documents_code_key ON public.verified_documents USING btree (code)
verified_documents: CREATE INDEX verified_documents_contains ON public.verified_documents USING gin (found_by_folded gin_trgm_ops)
verified_documents: CREATE INDEX verified_documents_issued_by ON public.verified_documents USING btree (issued_by)
verified_documents: CREATE INDEX verified_documents_kind ON public.verified_documents USING btree (kind, id DESC)
verified_documents: CREATE UNIQUE INDEX verified_documents_number_key ON public.verified_documents USING btree (number)
verified_documents: CREATE UNIQUE INDEX verified_documents_pkey ON public.verified_documents USING btree (id)
verified_documents: CREATE UNIQUE INDEX verified_documents_replaces_key ON public.verified_documents USING btree (replaces)
verified_documents: CREATE UNIQUE INDEX verified_documents_standing ON public.verified_documents USING btree (student_id, kind) WHERE (state = 'stands'::text)
verified_documents: CREATE INDEX verified_documents_state ON public.verified_documents USING btree (state, id DESC)
verified_documents: CREATE UNIQUE INDEX verified_documents_storage_key_key ON public.verified_documents USING btree (storage_key)
verified_documents: CREATE INDEX verified_documents_student_id ON public.verified_documents USING btree (student_id, id DESC)
verified_documents: CREATE INDEX verified_documents_withdrawn_by ON public.verified_documents USING btree (withdrawn_by) WHERE (withdrawn_by IS NOT NULL)
wrong_log_codes.id integer not null
wrong_log_codes.user_id integer not null
wrong_log_codes.tried_at timestamp(3) with time zone not null default now()
wrong_log_codes: wrong_log_codes_pkey PRIMARY KEY (id)
wrong_log_codes: wrong_log_codes_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
wrong_log_codes: CREATE UNIQUE INDEX wrong_log_codes_pkey ON public.wrong_log_codes USING btree (id)
wrong_log_codes: CREATE INDEX wrong_log_codes_tried_at ON public.wrong_log_codes USING btree (tried_at)
wrong_log_codes: CREATE INDEX wrong_log_codes_user_id ON public.wrong_log_codes USING btree (user_id, tried_at)
