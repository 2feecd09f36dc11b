/** Jobs and plans, laptops and their keys, and removals of personal data. */
export const jobTables = `
-- By "inode" and "born_at" the file system knows queue.db. A copy, or a file that came back from a backup, has others
-- (docs/decisions/0028-a-folder-that-came-back.md).
CREATE TABLE identity (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  environment TEXT NOT NULL CHECK (environment IN ('uat', 'prod')),
  base_url TEXT NOT NULL,
  customer_id INTEGER NOT NULL,
  inode TEXT,
  born_at TEXT,
  mirrors INTEGER NOT NULL DEFAULT 0 CHECK (mirrors IN (0, 1))
) STRICT;

CREATE TABLE lease (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  boot_id TEXT NOT NULL,
  pid INTEGER NOT NULL,
  fence INTEGER NOT NULL,
  renewed_at INTEGER NOT NULL,
  released INTEGER NOT NULL CHECK (released IN (0, 1))
) STRICT;

-- Alike cars fitted one after the other; "shares" is JSON.
CREATE TABLE series (
  id TEXT PRIMARY KEY,
  shares TEXT NOT NULL,
  planned INTEGER,
  started_at INTEGER NOT NULL,
  ended_at INTEGER
) STRICT, WITHOUT ROWID;
CREATE INDEX series_open ON series (started_at) WHERE ended_at IS NULL;

-- The kinds of jobs are in shared/domain/job-steps.ts alone: a check could not be changed without recreating the table.
CREATE TABLE job (
  id TEXT PRIMARY KEY,
  kind TEXT NOT NULL,
  worker TEXT NOT NULL,
  data TEXT NOT NULL,
  intent_digest TEXT,
  started_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  finished_at INTEGER,
  series_id TEXT REFERENCES series (id), series_number INTEGER
) STRICT, WITHOUT ROWID;
CREATE INDEX job_by_intent ON job (intent_digest) WHERE intent_digest IS NOT NULL;
-- By its text: data that is no JSON any more must not keep a row from being salvaged.
CREATE INDEX job_with_car_key ON job (started_at) WHERE instr(data, '"held":[{') > 0;
CREATE INDEX job_by_time ON job (started_at);
CREATE INDEX job_finished ON job (finished_at) WHERE finished_at IS NOT NULL;
CREATE UNIQUE INDEX job_of_series ON job (series_id, series_number) WHERE series_id IS NOT NULL;
CREATE INDEX job_unfinished ON job (started_at) WHERE finished_at IS NULL;

CREATE TABLE draft (
  job_id TEXT NOT NULL REFERENCES job (id),
  step TEXT NOT NULL,
  draft TEXT NOT NULL,
  saved_at INTEGER NOT NULL,
  PRIMARY KEY (job_id, step)
) STRICT, WITHOUT ROWID;

-- Half-typed forms outside a job, by their subject; "draft" holds as JSON the values that differ from the form's beginning.
CREATE TABLE form_draft (
  form TEXT PRIMARY KEY,
  draft TEXT NOT NULL,
  saved_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- Jobs are found again by their car and their Box. The index has all that a search reads, the newest jobs first.
CREATE TABLE job_search (
  job_id TEXT PRIMARY KEY REFERENCES job (id),
  started_at INTEGER NOT NULL,
  search_text TEXT NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX job_search_by_time ON job_search (started_at, search_text);

-- Cars of imported lists that are to be fitted. "fingerprint" names the content of the row, so that the same list makes nothing twice;
-- the keys recognise the car. A row stays with the job that fits it.
CREATE TABLE planned_car (
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  id TEXT NOT NULL UNIQUE,
  fingerprint TEXT NOT NULL UNIQUE,
  file TEXT NOT NULL,
  said TEXT NOT NULL,
  vin_key TEXT,
  plate_key TEXT,
  serial_key TEXT,
  search_text TEXT NOT NULL,
  imported_at INTEGER NOT NULL,
  job_id TEXT REFERENCES job (id)
) STRICT;
CREATE INDEX planned_of_job ON planned_car (job_id) WHERE job_id IS NOT NULL;
CREATE UNIQUE INDEX planned_plate ON planned_car (plate_key) WHERE plate_key IS NOT NULL AND job_id IS NULL;
CREATE UNIQUE INDEX planned_serial ON planned_car (serial_key) WHERE serial_key IS NOT NULL AND job_id IS NULL;
CREATE UNIQUE INDEX planned_vin ON planned_car (vin_key) WHERE vin_key IS NOT NULL AND job_id IS NULL;

-- Boxes by their folded serial, folded from the entries of the log that name them. "moved_entry" and "marked_entry" are the entries that
-- say who and why. "job_id": the job that fitted it or took it out; its operation says whether it came to that.
CREATE TABLE box_stock (
  serial_key TEXT PRIMARY KEY,
  serial TEXT NOT NULL,
  sap TEXT,
  place TEXT CHECK (place IN ('site', 'installer', 'returned', 'car', 'removed')),
  moved_at INTEGER,
  moved_entry INTEGER,
  job_id TEXT,
  condition TEXT CHECK (condition IN ('good', 'defective', 'lost')),
  marked_at INTEGER,
  marked_entry INTEGER
) STRICT, WITHOUT ROWID;
CREATE INDEX box_of_job ON box_stock (job_id) WHERE job_id IS NOT NULL;
CREATE INDEX box_around ON box_stock (moved_at) WHERE place IN ('site', 'installer', 'removed');
CREATE INDEX box_unfit ON box_stock (marked_at) WHERE condition IN ('defective', 'lost');

-- Jobs given to another laptop and taken from one, by the turn that counts the hands. "content" is the given job (JSON), "signature" the verdict
-- on the signature of the file that brought a job.
CREATE TABLE hand_over (
  job_id TEXT NOT NULL REFERENCES job (id),
  turn INTEGER NOT NULL,
  way TEXT NOT NULL CHECK (way IN ('given', 'taken')),
  content TEXT,
  at INTEGER NOT NULL,
  signature TEXT,
  laptop TEXT,
  PRIMARY KEY (job_id, turn, way)
) STRICT, WITHOUT ROWID;

-- Keys of the laptops as they were first seen here.
CREATE TABLE device_key (
  key TEXT PRIMARY KEY,
  device TEXT NOT NULL,
  laptop TEXT NOT NULL,
  role TEXT NOT NULL,
  storage TEXT NOT NULL,
  registered_at INTEGER NOT NULL,
  first_seen_at INTEGER NOT NULL,
  pinned INTEGER NOT NULL CHECK (pinned IN (0, 1))
) STRICT;
CREATE INDEX device_key_device ON device_key (device);

-- Names that a laptop had before: another laptop's key does not become its key by taking such a name.
CREATE TABLE former_laptop_name (
  name TEXT NOT NULL,
  device TEXT NOT NULL,
  PRIMARY KEY (name, device)
) STRICT, WITHOUT ROWID;

-- Words were removed, and their places in the files are to be overwritten, also after a crash.
CREATE TABLE removal (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  at INTEGER NOT NULL
) STRICT;

-- Orders of other laptops to remove personal data: they wait here.
CREATE TABLE removal_order (
  id TEXT PRIMARY KEY,
  order_id TEXT,
  signature TEXT NOT NULL,
  laptop TEXT,
  device TEXT,
  things TEXT NOT NULL,
  reason TEXT NOT NULL,
  request TEXT NOT NULL,
  seen_at INTEGER NOT NULL,
  due_at INTEGER,
  state TEXT NOT NULL CHECK (state IN ('waiting', 'kept', 'withdrawn', 'done')),
  decided_at INTEGER
) STRICT;

-- Each thing that an order removed; a day has a limit.
CREATE TABLE removal_effect (
  removal TEXT NOT NULL,
  what TEXT NOT NULL CHECK (what IN ('job', 'review', 'photo')),
  name TEXT NOT NULL,
  at INTEGER NOT NULL,
  by_person INTEGER NOT NULL CHECK (by_person IN (0, 1)),
  entries INTEGER NOT NULL,
  photos INTEGER NOT NULL,
  PRIMARY KEY (removal, what, name)
) STRICT, WITHOUT ROWID;
CREATE INDEX removal_effect_at ON removal_effect (at);
`;

/** Jobs that the office planned, fitting instructions and publications. */
export const plannedJobTables = `
-- As the relay hands them out ("body"). "seen_work": the work that the person had in view when the job was begun; "seen_rivals": the
-- other laptops that the log names, each with its code.
CREATE TABLE planned_job (
  id TEXT PRIMARY KEY,
  day TEXT NOT NULL,
  body TEXT NOT NULL,
  signature TEXT NOT NULL,
  own_act TEXT,
  own_reason TEXT,
  job_id TEXT REFERENCES job (id),
  seen_work TEXT,
  seen_rivals TEXT
) STRICT, WITHOUT ROWID;
CREATE INDEX planned_job_by_day ON planned_job (day);
CREATE INDEX planned_job_under_way ON planned_job (id) WHERE own_act IN ('begun', 'waiting') AND job_id IS NOT NULL;
CREATE UNIQUE INDEX planned_job_of_job ON planned_job (job_id) WHERE job_id IS NOT NULL;

-- Words of this laptop that are not at the relay yet: revisions and claims (JSON).
CREATE TABLE planned_job_outbox (
  place INTEGER PRIMARY KEY AUTOINCREMENT,
  planned_job TEXT NOT NULL,
  kind TEXT NOT NULL CHECK (kind IN ('revision', 'claim')),
  body TEXT NOT NULL,
  problem TEXT
) STRICT;
CREATE INDEX planned_job_outbox_waiting ON planned_job_outbox (place) WHERE problem IS NULL;
CREATE INDEX planned_job_outbox_of_plan ON planned_job_outbox (planned_job);

-- Fitting instructions as the relay hands them out ("body"). Their files are beside this database, named by digest.
CREATE TABLE instruction (
  id TEXT PRIMARY KEY,
  body TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- Versions of this laptop that are not at the relay yet (JSON).
CREATE TABLE instruction_outbox (
  place INTEGER PRIMARY KEY AUTOINCREMENT,
  instruction TEXT NOT NULL,
  body TEXT NOT NULL,
  problem TEXT
) STRICT;
CREATE INDEX instruction_outbox_waiting ON instruction_outbox (place) WHERE problem IS NULL;
CREATE INDEX instruction_outbox_of_one ON instruction_outbox (instruction, place);

-- The publication of an administrator that was taken last: the signed text, NULL once its words were removed. "version" never goes down.
CREATE TABLE publication (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  version INTEGER NOT NULL,
  document TEXT,
  key TEXT NOT NULL,
  taken_at INTEGER NOT NULL
) STRICT;

-- The keys of administrators that a person accepted on this laptop.
CREATE TABLE publisher_key (
  key TEXT PRIMARY KEY,
  accepted_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- Their words were removed on request: they are not taken again, also not from a relay that was set back. note: the mounting note of a
-- colleague, by the relay's pseudonym of its job. saved-view: a view of the supervisor's table.
CREATE TABLE removed_name (
  what TEXT NOT NULL CHECK (what IN ('job', 'review', 'planned-job', 'instruction', 'note', 'saved-view')),
  name TEXT NOT NULL,
  PRIMARY KEY (what, name)
) STRICT, WITHOUT ROWID;
`;
