import { readFile } from 'node:fs/promises';
import { setImmediate as nextTurn } from 'node:timers/promises';
import * as fc from 'fast-check';
import { z } from 'zod';
import { parseHandedFile, seal, unseal } from '../../../electron/jobs/hand-over/file-format.ts';
import { type CallInput, type CallName, type CallOutput, contract } from '../../../shared/ipc/contract.ts';
import { ProblemError } from '../../../shared/problem.ts';
import { notable } from '../../operator/seed/notable.ts';
import { startServices } from '../window/fuzz-window.ts';
import { type Session, startSession } from '../window/session.ts';
import { edited, edits, hostileJson } from './hostile.ts';
import { mustBeClear, type OpenTarget, type Target } from './target.ts';

const PASSPHRASE = 'correct horse 7';

/** The content of a transferred job's file, once it is unlocked. */
export const handedJobs: Target = {
  name: 'handed job',
  share: 120,
  open: (count) =>
    withGivenJob(async (_session, given) => ({
      property: fc.asyncProperty(hostileJson(given), async (text) => {
        count(readOrRefused(text));
      }),
    })),
};

/** The whole way into an app: unlocked, read, taken over. Unlocking is made slow on purpose; these are few. */
export const takenJobs: Target = {
  name: 'job taken over',
  share: 3,
  open: (count) =>
    withGivenJob(async (session, given) => ({
      property: fc.asyncProperty(hostileJson(given), async (text) => {
        const file = await seal(text, PASSPHRASE, 1);
        const answer = await session.ask('handover.take', {
          file: file.toString('base64'),
          passphrase: PASSPHRASE,
          reason: 'It came back',
        });
        if (answer.ok) {
          contract['handover.take'].output.parse(answer.value);
          return count('taken');
        }
        if (session.unforeseen.length > 0 || answer.error.code === 'unexpected')
          throw new Error(`${answer.error.code}: ${session.unforeseen.at(-1) ?? answer.error.raw ?? ''}`);
        count(answer.error.code);
      }),
    })),
};

/** The file before it is unlocked. */
export const sealedJobs: Target = {
  name: 'locked file',
  share: 3,
  open: async (count) => {
    const sealed = (await seal('{}', PASSPHRASE, 1)).toString('latin1');
    return {
      close: () => Promise.resolve(),
      property: fc.asyncProperty(fc.oneof(edits, fc.constant(null)), async (changes) => {
        const file = changes === null ? sealed : edited(sealed, changes);
        try {
          await unseal(Buffer.from(file, 'latin1'), PASSPHRASE);
          count('unlocked');
        } catch (cause) {
          if (!(cause instanceof ProblemError)) throw cause;
          count(cause.problem.code);
        }
      }),
    };
  },
};

function readOrRefused(text: string): string {
  try {
    parseHandedFile(text);
    return 'read';
  } catch (cause) {
    if (!(cause instanceof ProblemError)) throw cause;
    const { code, raw } = cause.problem;
    if (code !== 'hand-over-unreadable' && code !== 'hand-over-newer') throw cause;
    if (raw !== null && raw.length > 500) mustBeClear(raw);
    return code;
  }
}

type Ask = <Name extends CallName>(name: Name, input: CallInput<Name>) => Promise<CallOutput<Name>>;

/** An app with a job on its way that it gave to another laptop, and what its file says. */
async function withGivenJob(
  make: (session: Session, given: unknown) => Promise<Pick<OpenTarget, 'property'>>,
): Promise<OpenTarget> {
  const { services, stop } = await startServices();
  const session = await startSession(services);
  const ask: Ask = async (name, input) => {
    const answer = await session.ask(name, input);
    if (!answer.ok) throw new Error(`${name}: ${answer.error.code}`);
    return z.custom<CallOutput<typeof name>>().parse(contract[name].output.parse(answer.value));
  };
  const job = await ask('jobs.start', { kind: 'installation' });
  await ask('jobs.createCar', {
    jobId: job.id,
    car: { name: '', licensePlate: 'M XY 7', vin: '', brand: 'Ford', model: 'Transit' },
  });
  await ask('jobs.skipStep', { jobId: job.id, step: 'before', reason: 'For the test' });
  await ask('jobs.installBox', { jobId: job.id, serialNumber: notable.boxes.free[0] });
  await ask('jobs.chooseGroup', { jobId: job.id, group: { name: 'North' } });
  const path = await givenPath(session, job.id);
  const given: unknown = JSON.parse(await unseal(await readFile(path), PASSPHRASE));
  const { property } = await make(session, given);
  return {
    property,
    close: async () => {
      await session.close();
      await stop();
    },
  };
}

/**
 * The path of the saved file. The session's save dialog is cancelled every other time. A job is not given while one of its
 * operations is on the wire.
 */
async function givenPath({ ask }: Session, jobId: CallInput<'handover.give'>['jobId']): Promise<string> {
  for (;;) {
    const answer = await ask('handover.give', { jobId, passphrase: PASSPHRASE, receiver: null });
    if (!answer.ok && answer.error.code !== 'hand-over-unsettled')
      throw new Error(`handover.give: ${answer.error.code}`);
    const path = answer.ok ? contract['handover.give'].output.parse(answer.value).path : null;
    if (path !== null) return path;
    await nextTurn();
  }
}
