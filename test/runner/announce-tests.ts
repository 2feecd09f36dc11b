import { relative } from 'node:path';
import { beforeEach } from 'vitest';
import { EVENTS_VARIABLE, writeTestEvent } from './test-events.ts';

// The reporter learns of a test when the worker's event loop turns. A test that never gives it back is named by this line.
const events = process.env[EVENTS_VARIABLE] ?? '';
beforeEach(({ task }) => {
  if (events === '') return;
  const name = `${relative(process.cwd(), task.file.filepath)} › ${task.fullTestName}`;
  writeTestEvent(events, { event: 'started', id: task.id, name });
});
