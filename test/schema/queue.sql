-- version 1; written by npm run schema:snapshot

CREATE TABLE assignment (
  id TEXT PRIMARY KEY,
  assignment_id INTEGER,
  car_id INTEGER NOT NULL,
  user_id INTEGER NOT NULL,
  start_at INTEGER NOT NULL,
  end_at INTEGER,
  state TEXT NOT NULL CHECK (state IN ('pending', 'active', 'failed', 'pending update', 'update successful',
    'update failed', 'pending deletion', 'deleted', 'deletion failed')),
  error_message TEXT,
  updated_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE attachment (
  sha256 TEXT PRIMARY KEY,
  media_type TEXT NOT NULL,
  total INTEGER NOT NULL,
  kept_at INTEGER NOT NULL,
  confirmed_at INTEGER,
  confirmed_run TEXT,
  refusal TEXT,
  withdrawn_at INTEGER
) STRICT, WITHOUT ROWID;

CREATE TABLE attempt (
  operation_id TEXT NOT NULL REFERENCES operation (id),
  number INTEGER NOT NULL,
  started_at INTEGER NOT NULL,
  finished_at INTEGER,
  checksum TEXT NOT NULL,
  sent TEXT CHECK (sent IN ('no', 'maybe', 'answered')),
  status INTEGER,
  code TEXT,
  message TEXT,
  start_at INTEGER,
  end_at INTEGER,
  tick INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (operation_id, number)
) STRICT, WITHOUT ROWID;

CREATE TABLE binding (
  operation_id TEXT NOT NULL REFERENCES operation (id),
  field TEXT NOT NULL,
  value INTEGER NOT NULL,
  PRIMARY KEY (operation_id, field)
) STRICT, WITHOUT ROWID;

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

CREATE TABLE draft (
  job_id TEXT NOT NULL REFERENCES job (id),
  step TEXT NOT NULL,
  draft TEXT NOT NULL,
  saved_at INTEGER NOT NULL,
  PRIMARY KEY (job_id, step)
) STRICT, WITHOUT ROWID;

CREATE TABLE expected_result (
  operation_id TEXT PRIMARY KEY REFERENCES operation (id),
  kind TEXT NOT NULL CHECK (kind IN ('created', 'updated', 'deleted')),
  assignment_id INTEGER,
  car_id INTEGER,
  user_id INTEGER
) STRICT, WITHOUT ROWID;

CREATE TABLE feed_position (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  cursor TEXT NOT NULL
) STRICT;

CREATE TABLE form_draft (
  form TEXT PRIMARY KEY,
  draft TEXT NOT NULL,
  saved_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE former_laptop_name (
  name TEXT NOT NULL,
  device TEXT NOT NULL,
  PRIMARY KEY (name, device)
) STRICT, WITHOUT ROWID;

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

CREATE TABLE identity (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  environment TEXT NOT NULL CHECK (environment IN ('uat', 'prod')),
  base_url TEXT NOT NULL,
  customer_id INTEGER NOT NULL,
  inode TEXT,
  born_at TEXT,
  mirrors INTEGER NOT NULL DEFAULT 0 CHECK (mirrors IN (0, 1))
) STRICT;

CREATE TABLE incident (
  operation_id TEXT NOT NULL REFERENCES operation (id),
  code TEXT NOT NULL,
  subject INTEGER NOT NULL DEFAULT 0,
  message TEXT,
  at INTEGER NOT NULL,
  seen_at INTEGER,
  PRIMARY KEY (operation_id, code, subject)
) STRICT, WITHOUT ROWID;

CREATE TABLE instruction (
  id TEXT PRIMARY KEY,
  body TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE instruction_outbox (
  place INTEGER PRIMARY KEY AUTOINCREMENT,
  instruction TEXT NOT NULL,
  body TEXT NOT NULL,
  problem TEXT
) STRICT;

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

CREATE TABLE job_attachment (
  sha256 TEXT NOT NULL,
  job_id TEXT NOT NULL REFERENCES job (id),
  PRIMARY KEY (sha256, job_id)
) STRICT, WITHOUT ROWID;

CREATE TABLE job_search (
  job_id TEXT PRIMARY KEY REFERENCES job (id),
  started_at INTEGER NOT NULL,
  search_text TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE lease (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  boot_id TEXT NOT NULL,
  pid INTEGER NOT NULL,
  fence INTEGER NOT NULL,
  renewed_at INTEGER NOT NULL,
  released INTEGER NOT NULL CHECK (released IN (0, 1))
) STRICT;

CREATE TABLE log_chain (
  ordinal INTEGER PRIMARY KEY,
  chain TEXT NOT NULL UNIQUE,
  after INTEGER NOT NULL,
  continues TEXT
) STRICT;

CREATE TABLE log_entry (
  number INTEGER PRIMARY KEY AUTOINCREMENT,
  id TEXT NOT NULL UNIQUE,
  at INTEGER NOT NULL,
  clock_offset_ms INTEGER,
  worker TEXT NOT NULL,
  job_id TEXT,
  type TEXT NOT NULL,
  data TEXT NOT NULL,
  previous_hash TEXT NOT NULL,
  hash TEXT NOT NULL,
  redacted INTEGER NOT NULL DEFAULT 0 CHECK (redacted IN (0, 1))
) STRICT;

CREATE TABLE log_upload (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  confirmed INTEGER NOT NULL DEFAULT 0,
  forks INTEGER NOT NULL DEFAULT 0
) STRICT;

CREATE TABLE missed_reviews (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  reviews INTEGER NOT NULL
) STRICT;

CREATE TABLE notice (
  operation_id TEXT NOT NULL REFERENCES operation (id),
  code TEXT NOT NULL,
  at INTEGER NOT NULL,
  PRIMARY KEY (operation_id, code)
) STRICT, WITHOUT ROWID;

CREATE TABLE operation (
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  id TEXT NOT NULL UNIQUE,
  kind TEXT NOT NULL,
  payload TEXT NOT NULL,
  payload_version INTEGER NOT NULL,
  payload_digest TEXT NOT NULL,
  environment TEXT NOT NULL CHECK (environment IN ('uat', 'prod')),
  base_url TEXT NOT NULL,
  customer_id INTEGER NOT NULL,
  lane TEXT NOT NULL,
  job_id TEXT REFERENCES job (id),
  state TEXT NOT NULL CHECK (state IN ('waiting', 'ready', 'sending', 'awaiting-result', 'unknown',
    'blocked', 'held', 'done', 'failed', 'cancelled')),
  attempt INTEGER NOT NULL DEFAULT 0,
  crashes INTEGER NOT NULL DEFAULT 0,
  delays INTEGER NOT NULL DEFAULT 0,
  claimed_at INTEGER,
  fence INTEGER,
  not_before INTEGER,
  maybe_sent_at INTEGER,
  negative_reads INTEGER NOT NULL DEFAULT 0,
  accepted_at INTEGER,
  context TEXT,
  problem TEXT,
  confirmed_by TEXT CHECK (confirmed_by IN ('answer', 'result', 'query', 'person')),
  revision INTEGER NOT NULL DEFAULT 1,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  finished_at INTEGER,
  dedupe_key TEXT,
  reported_by TEXT,
  unknown_tries INTEGER NOT NULL DEFAULT 0,
  created_tick INTEGER NOT NULL DEFAULT 0
) STRICT;

CREATE TABLE operation_dependency (
  operation_id TEXT NOT NULL REFERENCES operation (id),
  depends_on TEXT NOT NULL REFERENCES operation (id),
  PRIMARY KEY (operation_id, depends_on)
) STRICT, WITHOUT ROWID;

CREATE TABLE outgoing_review (
  place INTEGER PRIMARY KEY AUTOINCREMENT,
  id TEXT NOT NULL UNIQUE,
  job_id TEXT NOT NULL,
  verdict TEXT NOT NULL CHECK (verdict IN ('approved', 'rework', 'reopened')),
  reason TEXT,
  comment TEXT NOT NULL,
  pin TEXT NOT NULL,
  worker TEXT NOT NULL,
  based_on INTEGER NOT NULL,
  based_on_review TEXT,
  follows TEXT,
  written_at INTEGER NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('waiting', 'arrived', 'stale', 'refused')),
  revision INTEGER,
  stale_current TEXT,
  problem TEXT,
  put_away_at INTEGER,
  confirmed_run TEXT,
  is_doubted INTEGER NOT NULL DEFAULT 0,
  doubts INTEGER NOT NULL DEFAULT 0
) STRICT;

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

CREATE TABLE planned_job_outbox (
  place INTEGER PRIMARY KEY AUTOINCREMENT,
  planned_job TEXT NOT NULL,
  kind TEXT NOT NULL CHECK (kind IN ('revision', 'claim')),
  body TEXT NOT NULL,
  problem TEXT
) STRICT;

CREATE TABLE publication (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  version INTEGER NOT NULL,
  document TEXT,
  key TEXT NOT NULL,
  taken_at INTEGER NOT NULL
) STRICT;

CREATE TABLE publisher_key (
  key TEXT PRIMARY KEY,
  accepted_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE relay_note (
  matter TEXT PRIMARY KEY,
  count INTEGER NOT NULL,
  at INTEGER NOT NULL,
  seen_at INTEGER
) STRICT, WITHOUT ROWID;

CREATE TABLE removal (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  at INTEGER NOT NULL
) STRICT;

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

CREATE TABLE removed_name (
  what TEXT NOT NULL CHECK (what IN ('job', 'review', 'planned-job', 'instruction', 'note', 'saved-view')),
  name TEXT NOT NULL,
  PRIMARY KEY (what, name)
) STRICT, WITHOUT ROWID;

CREATE TABLE result (
  epoch TEXT NOT NULL,
  sequence INTEGER NOT NULL,
  kind TEXT,
  assignment_id INTEGER,
  car_id INTEGER,
  user_id INTEGER,
  payload TEXT NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('applied', 'unresolved', 'repeated', 'foreign', 'unreadable', 'given-up')),
  operation_id TEXT REFERENCES operation (id),
  received_at INTEGER,
  fetched_at INTEGER NOT NULL,
  tick INTEGER NOT NULL DEFAULT 0,
  fault TEXT,
  PRIMARY KEY (epoch, sequence)
) STRICT, WITHOUT ROWID;

CREATE TABLE review (
  arrival INTEGER PRIMARY KEY AUTOINCREMENT,
  id TEXT NOT NULL UNIQUE,
  job_id TEXT NOT NULL,
  origin TEXT NOT NULL CHECK (origin IN ('relay', 'here')),
  revision INTEGER NOT NULL,
  verdict TEXT NOT NULL CHECK (verdict IN ('approved', 'rework', 'reopened')),
  reason TEXT,
  comment TEXT NOT NULL,
  pin TEXT NOT NULL,
  reviewer TEXT NOT NULL,
  worker TEXT NOT NULL,
  received_at INTEGER NOT NULL,
  signature TEXT NOT NULL DEFAULT 'unsigned',
  is_replaced INTEGER NOT NULL DEFAULT 0 CHECK (is_replaced IN (0, 1))
) STRICT;

CREATE TABLE review_position (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  sequence INTEGER NOT NULL,
  review_id TEXT NOT NULL,
  -- The run of the relay's store that had the review there.
  run TEXT
) STRICT;

CREATE TABLE revision (
  operation_id TEXT NOT NULL REFERENCES operation (id),
  number INTEGER NOT NULL,
  payload TEXT NOT NULL,
  changes TEXT NOT NULL,
  PRIMARY KEY (operation_id, number)
) STRICT, WITHOUT ROWID;

CREATE TABLE revoked_assignment (
  operation_id TEXT NOT NULL REFERENCES operation (id),
  assignment_id INTEGER NOT NULL,
  user_id INTEGER,
  start_at INTEGER NOT NULL,
  end_at INTEGER,
  state TEXT NOT NULL CHECK (state IN ('pending deletion', 'deleted', 'deletion failed')),
  confirmed_by TEXT CHECK (confirmed_by IN ('result', 'query')),
  error_message TEXT,
  ask_at INTEGER,
  questions INTEGER NOT NULL DEFAULT 0,
  updated_at INTEGER NOT NULL,
  ended_tick INTEGER,
  PRIMARY KEY (operation_id, assignment_id)
) STRICT, WITHOUT ROWID;

CREATE TABLE rework (
  review_id TEXT PRIMARY KEY,
  job_id TEXT NOT NULL,
  begun_at INTEGER NOT NULL,
  done_at INTEGER
) STRICT, WITHOUT ROWID;

CREATE TABLE series (
  id TEXT PRIMARY KEY,
  shares TEXT NOT NULL,
  planned INTEGER,
  started_at INTEGER NOT NULL,
  ended_at INTEGER
) STRICT, WITHOUT ROWID;

CREATE TABLE sqlite_sequence(name,seq);

CREATE TABLE tick (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  last INTEGER NOT NULL
) STRICT;

CREATE UNIQUE INDEX assignment_by_operator_id ON assignment (assignment_id) WHERE assignment_id IS NOT NULL;

CREATE INDEX attachment_of_run ON attachment (confirmed_run) WHERE confirmed_run IS NOT NULL;

CREATE INDEX attachment_to_send ON attachment (kept_at)
  WHERE confirmed_at IS NULL AND refusal IS NULL AND withdrawn_at IS NULL;

CREATE INDEX attempt_by_checksum ON attempt (checksum);

CREATE INDEX binding_by_value ON binding (field, value);

CREATE INDEX box_around ON box_stock (moved_at) WHERE place IN ('site', 'installer', 'removed');

CREATE INDEX box_of_job ON box_stock (job_id) WHERE job_id IS NOT NULL;

CREATE INDEX box_unfit ON box_stock (marked_at) WHERE condition IN ('defective', 'lost');

CREATE INDEX dependency_backwards ON operation_dependency (depends_on, operation_id);

CREATE INDEX device_key_device ON device_key (device);

CREATE INDEX expected_of_assignment ON expected_result (kind, assignment_id) WHERE assignment_id IS NOT NULL;

CREATE INDEX expected_of_car ON expected_result (car_id, user_id) WHERE car_id IS NOT NULL;

CREATE INDEX incident_unseen ON incident (operation_id) WHERE seen_at IS NULL;

CREATE INDEX instruction_outbox_of_one ON instruction_outbox (instruction, place);

CREATE INDEX instruction_outbox_waiting ON instruction_outbox (place) WHERE problem IS NULL;

CREATE INDEX job_attachment_of_job ON job_attachment (job_id);

CREATE INDEX job_by_intent ON job (intent_digest) WHERE intent_digest IS NOT NULL;

CREATE INDEX job_by_time ON job (started_at);

CREATE INDEX job_finished ON job (finished_at) WHERE finished_at IS NOT NULL;

CREATE UNIQUE INDEX job_of_series ON job (series_id, series_number) WHERE series_id IS NOT NULL;

CREATE INDEX job_search_by_time ON job_search (started_at, search_text);

CREATE INDEX job_unfinished ON job (started_at) WHERE finished_at IS NULL;

CREATE INDEX job_with_car_key ON job (started_at) WHERE instr(data, '"held":[{') > 0;

CREATE INDEX log_by_job ON log_entry (job_id, number) WHERE job_id IS NOT NULL;

CREATE INDEX log_by_mounting ON log_entry (json_extract(data, '$.about'), number) WHERE type = 'box-mounted';

CREATE INDEX log_by_operation ON log_entry (json_extract(data, '$.operation'))
  WHERE json_extract(data, '$.operation') IS NOT NULL;

CREATE INDEX log_by_redaction ON log_entry (number) WHERE type = 'entries-redacted';

CREATE INDEX log_by_removal ON log_entry (number) WHERE type = 'copies-removed';

CREATE INDEX operation_blocked ON operation (seq) WHERE state = 'blocked';

CREATE INDEX operation_by_job ON operation (job_id, seq);

CREATE INDEX operation_dedupe ON operation (dedupe_key) WHERE dedupe_key IS NOT NULL AND state IN ('sending', 'unknown');

CREATE INDEX operation_due ON operation (state, not_before, seq)
  WHERE state IN ('ready', 'unknown', 'awaiting-result');

CREATE INDEX operation_finished ON operation (finished_at) WHERE state IN ('done', 'failed', 'cancelled');

CREATE INDEX operation_lane ON operation (lane, seq)
  WHERE state IN ('waiting', 'ready', 'sending', 'unknown', 'blocked');

CREATE INDEX operation_to_read ON operation (seq, not_before) WHERE state IN ('unknown', 'awaiting-result');

CREATE INDEX operation_unfinished ON operation (seq, state)
  WHERE state NOT IN ('done', 'failed', 'cancelled');

CREATE INDEX outgoing_review_doubted ON outgoing_review (place) WHERE is_doubted = 1;

CREATE INDEX outgoing_review_of_job ON outgoing_review (job_id);

CREATE INDEX outgoing_review_of_run ON outgoing_review (confirmed_run) WHERE confirmed_run IS NOT NULL;

CREATE INDEX outgoing_review_open ON outgoing_review (place) WHERE state IN ('waiting', 'stale', 'refused') AND put_away_at IS NULL;

CREATE INDEX planned_job_by_day ON planned_job (day);

CREATE UNIQUE INDEX planned_job_of_job ON planned_job (job_id) WHERE job_id IS NOT NULL;

CREATE INDEX planned_job_outbox_of_plan ON planned_job_outbox (planned_job);

CREATE INDEX planned_job_outbox_waiting ON planned_job_outbox (place) WHERE problem IS NULL;

CREATE INDEX planned_job_under_way ON planned_job (id) WHERE own_act IN ('begun', 'waiting') AND job_id IS NOT NULL;

CREATE INDEX planned_of_job ON planned_car (job_id) WHERE job_id IS NOT NULL;

CREATE UNIQUE INDEX planned_plate ON planned_car (plate_key) WHERE plate_key IS NOT NULL AND job_id IS NULL;

CREATE UNIQUE INDEX planned_serial ON planned_car (serial_key) WHERE serial_key IS NOT NULL AND job_id IS NULL;

CREATE UNIQUE INDEX planned_vin ON planned_car (vin_key) WHERE vin_key IS NOT NULL AND job_id IS NULL;

CREATE INDEX removal_effect_at ON removal_effect (at);

CREATE INDEX result_by_assignment ON result (assignment_id, kind);

CREATE INDEX result_by_operation ON result (operation_id) WHERE operation_id IS NOT NULL;

CREATE INDEX result_by_state ON result (state, fetched_at, epoch, sequence);

CREATE INDEX result_faulty ON result (fetched_at) WHERE fault IS NOT NULL;

CREATE INDEX result_unresolved_of_assignment ON result (assignment_id)
  WHERE state = 'unresolved' AND kind IN ('updated', 'deleted');

CREATE INDEX result_unresolved_of_car ON result (car_id, user_id) WHERE state = 'unresolved' AND kind = 'created';

CREATE INDEX review_of_job ON review (job_id, revision);

CREATE INDEX review_rework ON review (job_id) WHERE verdict = 'rework';

CREATE INDEX revoked_by_assignment ON revoked_assignment (assignment_id);

CREATE INDEX revoked_to_ask ON revoked_assignment (ask_at) WHERE ask_at IS NOT NULL;

CREATE INDEX rework_of_job ON rework (job_id);

CREATE INDEX series_open ON series (started_at) WHERE ended_at IS NULL;
