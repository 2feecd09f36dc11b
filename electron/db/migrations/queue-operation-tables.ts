/** The queue: operations, their tries, and the results that settle them. */
export const operationTables = `
-- The order of the events in this file: "last" grows with each. A clock that is set back does not change it.
CREATE TABLE tick (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  last INTEGER NOT NULL
) STRICT;
INSERT INTO tick (id, last) VALUES (1, 0);

-- "dedupe_key" recognises operations that look alike. "reported_by": the laptop that reported the end of an operation of a job that was taken over;
-- null = found out here, '' = a laptop whose name is not proven. "unknown_tries": requests that an older image or a damaged file does not know.
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
CREATE INDEX operation_by_job ON operation (job_id, seq);
CREATE INDEX operation_due ON operation (state, not_before, seq)
  WHERE state IN ('ready', 'unknown', 'awaiting-result');
CREATE INDEX operation_finished ON operation (finished_at) WHERE state IN ('done', 'failed', 'cancelled');
CREATE INDEX operation_lane ON operation (lane, seq)
  WHERE state IN ('waiting', 'ready', 'sending', 'unknown', 'blocked');
CREATE INDEX operation_to_read ON operation (seq, not_before) WHERE state IN ('unknown', 'awaiting-result');
CREATE INDEX operation_blocked ON operation (seq) WHERE state = 'blocked';
CREATE INDEX operation_dedupe ON operation (dedupe_key) WHERE dedupe_key IS NOT NULL AND state IN ('sending', 'unknown');
CREATE INDEX operation_unfinished ON operation (seq, state)
  WHERE state NOT IN ('done', 'failed', 'cancelled');

CREATE TABLE operation_dependency (
  operation_id TEXT NOT NULL REFERENCES operation (id),
  depends_on TEXT NOT NULL REFERENCES operation (id),
  PRIMARY KEY (operation_id, depends_on)
) STRICT, WITHOUT ROWID;
CREATE INDEX dependency_backwards ON operation_dependency (depends_on, operation_id);

-- Numbers that the operator gave: a reference of a later operation is resolved by them.
CREATE TABLE binding (
  operation_id TEXT NOT NULL REFERENCES operation (id),
  field TEXT NOT NULL,
  value INTEGER NOT NULL,
  PRIMARY KEY (operation_id, field)
) STRICT, WITHOUT ROWID;
CREATE INDEX binding_by_value ON binding (field, value);

-- The times of an access are kept with each try that asked for them (docs/decisions/0011-times-of-each-try.md).
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
CREATE INDEX attempt_by_checksum ON attempt (checksum);

-- A person's changes of an operation.
CREATE TABLE revision (
  operation_id TEXT NOT NULL REFERENCES operation (id),
  number INTEGER NOT NULL,
  payload TEXT NOT NULL,
  changes TEXT NOT NULL,
  PRIMARY KEY (operation_id, number)
) STRICT, WITHOUT ROWID;

-- The result that each operation waits for, by which it is matched.
CREATE TABLE expected_result (
  operation_id TEXT PRIMARY KEY REFERENCES operation (id),
  kind TEXT NOT NULL CHECK (kind IN ('created', 'updated', 'deleted')),
  assignment_id INTEGER,
  car_id INTEGER,
  user_id INTEGER
) STRICT, WITHOUT ROWID;
CREATE INDEX expected_of_assignment ON expected_result (kind, assignment_id) WHERE assignment_id IS NOT NULL;
CREATE INDEX expected_of_car ON expected_result (car_id, user_id) WHERE car_id IS NOT NULL;

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
CREATE UNIQUE INDEX assignment_by_operator_id ON assignment (assignment_id) WHERE assignment_id IS NOT NULL;

-- Accesses that ended with the removal of a Box or a group.
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
CREATE INDEX revoked_by_assignment ON revoked_assignment (assignment_id);
CREATE INDEX revoked_to_ask ON revoked_assignment (ask_at) WHERE ask_at IS NOT NULL;

-- A result that could not be applied is kept with its "fault"; the results behind it are applied all the same.
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
CREATE INDEX result_by_operation ON result (operation_id) WHERE operation_id IS NOT NULL;
CREATE INDEX result_by_assignment ON result (assignment_id, kind);
CREATE INDEX result_by_state ON result (state, fetched_at, epoch, sequence);
CREATE INDEX result_faulty ON result (fetched_at) WHERE fault IS NOT NULL;
CREATE INDEX result_unresolved_of_assignment ON result (assignment_id)
  WHERE state = 'unresolved' AND kind IN ('updated', 'deleted');
CREATE INDEX result_unresolved_of_car ON result (car_id, user_id) WHERE state = 'unresolved' AND kind = 'created';

CREATE TABLE feed_position (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  cursor TEXT NOT NULL
) STRICT;

-- "seen_at" null = a person has not seen yet that the operation went wrong.
CREATE TABLE incident (
  operation_id TEXT NOT NULL REFERENCES operation (id),
  code TEXT NOT NULL,
  subject INTEGER NOT NULL DEFAULT 0,
  message TEXT,
  at INTEGER NOT NULL,
  seen_at INTEGER,
  PRIMARY KEY (operation_id, code, subject)
) STRICT, WITHOUT ROWID;
CREATE INDEX incident_unseen ON incident (operation_id) WHERE seen_at IS NULL;

-- Trouble that was notified to a person.
CREATE TABLE notice (
  operation_id TEXT NOT NULL REFERENCES operation (id),
  code TEXT NOT NULL,
  at INTEGER NOT NULL,
  PRIMARY KEY (operation_id, code)
) STRICT, WITHOUT ROWID;
`;
