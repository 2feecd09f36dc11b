import type { Migration } from '../migrate.ts';

/**
 * The keys for matching results become indexed: the expected result of each operation (`expected_result`), the accesses of a removed
 * along (`taken_access`), and what each kept result is about. `twin` recognises orders that look alike.
 */
export const expectedResults: Migration = {
  version: 2,
  sql: `
CREATE TABLE expected_result (
  operation_id TEXT PRIMARY KEY REFERENCES operation (id),
  kind TEXT NOT NULL CHECK (kind IN ('created', 'updated', 'deleted')),
  assignment_id INTEGER,
  car_id INTEGER,
  user_id INTEGER,
  start_at INTEGER,
  end_at INTEGER
) STRICT, WITHOUT ROWID;
CREATE INDEX expected_of_assignment ON expected_result (kind, assignment_id) WHERE assignment_id IS NOT NULL;
CREATE INDEX expected_of_car ON expected_result (car_id, user_id) WHERE car_id IS NOT NULL;
INSERT INTO expected_result (operation_id, kind, assignment_id)
  SELECT id, iif(kind = 'update-assignment', 'updated', 'deleted'),
    CASE json_type(payload, '$.assignment') WHEN 'object' THEN
      (SELECT value FROM binding WHERE operation_id = json_extract(operation.payload, '$.assignment.op')
        AND field = json_extract(operation.payload, '$.assignment.field'))
      ELSE json_extract(payload, '$.assignment') END
  FROM operation
  WHERE kind IN ('update-assignment', 'delete-assignment') AND context IS NOT NULL AND json_valid(payload);
INSERT INTO expected_result (operation_id, kind, car_id, user_id, start_at, end_at)
  SELECT id, 'created',
    CASE json_type(payload, '$.car') WHEN 'object' THEN
      (SELECT value FROM binding WHERE operation_id = json_extract(operation.payload, '$.car.op')
        AND field = json_extract(operation.payload, '$.car.field'))
      ELSE json_extract(payload, '$.car') END,
    json_extract(payload, '$.userId'), json_extract(context, '$.start'), json_extract(context, '$.end')
  FROM operation
  WHERE kind = 'create-assignment' AND json_valid(payload) AND json_valid(context);

CREATE TABLE taken_access (
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
  PRIMARY KEY (operation_id, assignment_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX taken_by_assignment ON taken_access (assignment_id);
CREATE INDEX taken_to_ask ON taken_access (ask_at) WHERE ask_at IS NOT NULL;

ALTER TABLE operation ADD COLUMN twin TEXT;
CREATE INDEX operation_twin ON operation (twin) WHERE twin IS NOT NULL AND state IN ('sending', 'unknown');
CREATE INDEX operation_to_read ON operation (seq, not_before) WHERE state IN ('unknown', 'awaiting-result');
CREATE INDEX operation_finished ON operation (finished_at) WHERE state IN ('done', 'failed', 'cancelled');
CREATE INDEX binding_by_value ON binding (field, value);

CREATE TABLE result_rebuilt (
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
  PRIMARY KEY (epoch, sequence)
) STRICT, WITHOUT ROWID;
INSERT INTO result_rebuilt (epoch, sequence, kind, assignment_id, car_id, user_id, payload, state, operation_id,
    received_at, fetched_at)
  SELECT epoch, sequence, kind, iif(kind IS NULL, NULL, json_extract(payload, '$.payload.assignmentId')),
    iif(kind IS NULL, NULL, json_extract(payload, '$.payload.carId')),
    iif(kind IS NULL, NULL, json_extract(payload, '$.payload.userId')),
    payload, state, operation_id, received_at, fetched_at
  FROM result;
DROP TABLE result;
ALTER TABLE result_rebuilt RENAME TO result;
CREATE INDEX result_by_state ON result (state, fetched_at, epoch, sequence);
CREATE INDEX result_unresolved_of_car ON result (car_id, user_id) WHERE state = 'unresolved' AND kind = 'created';
CREATE INDEX result_unresolved_of_assignment ON result (assignment_id)
  WHERE state = 'unresolved' AND kind IN ('updated', 'deleted');
CREATE INDEX result_by_operation ON result (operation_id) WHERE operation_id IS NOT NULL;

CREATE TABLE incident_rebuilt (
  operation_id TEXT NOT NULL REFERENCES operation (id),
  code TEXT NOT NULL,
  subject INTEGER NOT NULL DEFAULT 0,
  message TEXT,
  at INTEGER NOT NULL,
  PRIMARY KEY (operation_id, code, subject)
) STRICT, WITHOUT ROWID;
INSERT INTO incident_rebuilt (operation_id, code, message, at) SELECT operation_id, code, message, at FROM incident;
DROP TABLE incident;
ALTER TABLE incident_rebuilt RENAME TO incident;
`,
};
