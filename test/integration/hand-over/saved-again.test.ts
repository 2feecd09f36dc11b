import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { handOverCalls } from '../../../electron/handlers/hand-over.ts';
import { isGiven } from '../../../electron/db/tables/queue/hand-overs.ts';
import { parseHandedFile } from '../../../electron/jobs/hand-over/file-format.ts';
import { fileOfGiven, giveJob } from '../../../electron/jobs/hand-over/give.ts';
import { createOpenedFiles } from '../../../electron/jobs/hand-over/opened-file.ts';
import { laptopCodeOf } from '../../../electron/jobs/hand-over/parties.ts';
import { takeJob } from '../../../electron/jobs/hand-over/take.ts';
import { startJob } from '../../../electron/jobs/start.ts';
import { startOperator } from '../../operator/start.ts';
import { codeOfRejection } from '../db/problem-code.ts';
import { openLaptop } from './laptop.ts';

test('a job that is taken back while its file is saved again is given to a named laptop alone', async () => {
  const operator = await startOperator({ cars: 20, settings: {} });
  onTestFinished(operator.stop);
  // Without a relay, only the code of the receiver keeps a second laptop from the job.
  const [giver, receiver] = [openLaptop(operator, 'Kim'), openLaptop(operator, 'Sam')];
  const { open, parts, dataDir, sqlite } = giver;
  const job = startJob(parts);
  giveJob(parts, job, laptopCodeOf(receiver.sqlite));
  const file = parseHandedFile(JSON.stringify(fileOfGiven(parts, job)));
  const calls = handOverCalls({
    current: () => open,
    saveDialog: {
      choose: async () => {
        await takeJob(parts, file, { mayRestore: () => false, reason: 'Sam is ill' });
        return join(dataDir, 'again.boxwright-job');
      },
    },
    translate: ({ key }) => key,
    opened: createOpenedFiles(() => undefined),
    mayRestore: () => false,
  });
  const sender = { windowId: 1, url: '', isMainFrame: true, page: 'page-1' };
  const asked = { jobId: job, passphrase: 'correct horse 7', receiver: null };
  const given = Promise.resolve(calls['handover.give'](asked, { sender }));
  expect(await codeOfRejection(given)).toBe('hand-over-receiver-needed');
  expect(isGiven(sqlite, job)).toBe(false);
});
