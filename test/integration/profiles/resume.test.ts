import { globSync } from 'node:fs';
import { join } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import { expect, onTestFinished, test, vi } from 'vitest';
import { connect, operatorWith, startCore } from './core.ts';

test('a laptop that wakes while its queue is locked goes on, and delayed operations are retried later', async () => {
  let resume = (): void => undefined;
  const said: string[] = [];
  const core = await startCore({
    power: {
      onAway: () => () => undefined,
      onResume: (listener) => {
        resume = listener;
        return () => undefined;
      },
    },
    log: (_level, event) => void said.push(event),
  });
  const operator = await operatorWith({});
  await connect(core, operator);
  const [file = ''] = globSync(join(core.dataDir, 'profiles/*/*/queue.db'));
  const other = new BetterSqlite3(file);
  onTestFinished(() => void other.close());
  other.exec('BEGIN IMMEDIATE');
  expect(resume).not.toThrow();
  expect(said).toContain('power.resume');
  other.exec('ROLLBACK');
  resume();
  await core.call('edits.createGroup', { name: 'Vans of the north' });
  await vi.waitFor(() => {
    expect(operator.journal.executions({ method: 'PUT', path: '/groups' })).toBe(1);
  });
});
