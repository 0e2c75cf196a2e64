import { type Kysely, sql } from 'kysely'

/** The library: an entry has one file, which an upload may have brought before it. */
const statements = [
  `create table library_entries (
    id integer generated always as identity primary key,
    title text not null,
    detail text,
    department_id integer not null references departments,
    batch_id integer references batches,
    year text check (year in ('1st Year', '2nd Year', '3rd Year', '4th Year', '5th Year')),
    type text collate "und-x-icu",
    description text,
    uploaded_by integer not null references users,
    filename text not null,
    file_type text not null,
    file_size integer not null check (file_size > 0),
    sha256 bytea not null,
    storage_key text not null unique,
    download_count integer not null default 0,
    created_at timestamptz(3) not null default now(),
    updated_at timestamptz(3) not null default now()
  )`,
  'create index library_entries_department_id on library_entries (department_id, id desc)',
  'create index library_entries_batch_id on library_entries (batch_id, id desc)',
  'create index library_entries_type on library_entries (type, id desc)',
  'create index library_entries_uploaded_by on library_entries (uploaded_by)',

  // Uploads that wait for their entry, under a key that only their uploader can use, once.
  `create table library_uploads (
    id integer generated always as identity primary key,
    user_id integer not null references users on delete cascade,
    upload_key text not null unique,
    filename text not null,
    file_type text not null,
    file_size integer not null check (file_size > 0),
    sha256 bytea not null,
    storage_key text not null unique,
    created_at timestamptz(3) not null default now()
  )`,
  'create index library_uploads_user_id on library_uploads (user_id)',
  'create index library_uploads_created_at on library_uploads (created_at)',

  // A row for each download, added to its entry's count now and then: so that no download waits for another one.
  `create table library_downloads (
    id bigint generated always as identity primary key,
    library_entry_id integer not null references library_entries on delete cascade
  )`,
  'create index library_downloads_library_entry_id on library_downloads (library_entry_id)',
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
