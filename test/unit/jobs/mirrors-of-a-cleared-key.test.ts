import { expect, onTestFinished, test, vi } from 'vitest';
import { hasMirrors, noteMirrors } from '../../../electron/db/tables/queue/ownership.ts';
import { makeCrewKey, noCrewKey, type CrewKey } from '../../../electron/jobs/rescue/crew-key.ts';
import { createMirroring } from '../../../electron/jobs/rescue/mirroring.ts';
import { startJob } from '../../../electron/jobs/start.ts';
import { chooseCar } from '../../../electron/jobs/steps/car.ts';
import type { RelayClient } from '../../../electron/relay/client.ts';
import { ok } from '../../../shared/result.ts';
import { known, openJobs } from './bench.ts';

/* The crew's key is cleared while the relay is asked: it may still have a mirror, which other laptops would continue. */

const answered = { mirrors: [], continued: [], others: 0 };

/** A laptop with an open job and its mirroring; `key` is the crew's. */
function laptop(client: Partial<Pick<RelayClient, 'keepMirror' | 'reportMirrors'>>) {
  const { parts, database } = openJobs();
  chooseCar(parts, startJob(parts), known.car);
  const crew: { key: CrewKey | null } = { key: makeCrewKey() };
  const reportMirrors = vi.fn<RelayClient['reportMirrors']>(() => Promise.resolve(ok(answered)));
  const mirroring = createMirroring({
    client: { keepMirror: () => Promise.resolve(ok('kept')), reportMirrors, ...client },
    crew: { ...noCrewKey, current: () => crew.key },
    jobs: () => parts,
    random: () => 0,
    onOthers: () => undefined,
    report: (_event, cause) => {
      throw cause;
    },
  });
  const { signal } = new AbortController();
  database.write((context) => noteMirrors(context, true));
  return {
    mirroring,
    crew,
    confirm: () => mirroring.confirm(signal),
    knowsMirrors: () => hasMirrors(database.sqlite),
  };
}

test('a report that named the mirrors does not prove that they are gone', async () => {
  const answer = Promise.withResolvers<undefined>();
  const { crew, confirm, knowsMirrors } = laptop({
    reportMirrors: async () => {
      await answer.promise;
      return ok(answered);
    },
  });
  const confirming = confirm();
  crew.key = null;
  answer.resolve(undefined);
  await confirming;
  expect(knowsMirrors()).toBe(true);
  await confirm();
  expect(knowsMirrors()).toBe(false);
});

test('nor does a report beside a mirror that is on its way', async () => {
  const kept = Promise.withResolvers<undefined>();
  const keepMirror = vi.fn<RelayClient['keepMirror']>(async () => {
    await kept.promise;
    return ok('kept');
  });
  const { mirroring, crew, confirm, knowsMirrors } = laptop({ keepMirror });
  onTestFinished(async () => {
    kept.resolve(undefined);
    await mirroring.stop();
  });
  mirroring.start();
  await vi.waitFor(() => expect(keepMirror).toHaveBeenCalledOnce());
  crew.key = null;
  await confirm();
  expect(knowsMirrors()).toBe(true);
  kept.resolve(undefined);
  await vi.waitFor(async () => {
    await confirm();
    expect(knowsMirrors()).toBe(false);
  });
});
