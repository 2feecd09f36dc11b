import { expect, test } from 'vitest';
import { answerPlannedJob } from '../../../electron/jobs/planned/claims.ts';
import { planJobs, listPlannedJobs } from '../../../electron/jobs/planned/plan.ts';
import type { OpenProfile } from '../../../electron/session/open-profile.ts';
import { localDay } from '../../../shared/domain/planned-work.ts';
import { plannedInstallation } from '../../planned/planned-work.ts';
import type { RelayRole } from '../../../shared/relay/access.ts';
import type { LaptopPlace } from '../relay-uploads/laptop.ts';
import { CUSTOMER } from '../relay/webhooks.ts';
import { runningRelay, tokenFor } from '../relay/running-relay.ts';
import { tempFolder } from '../relay/temp-folder.ts';
import { isUpToDate, NAME, opened, saying, until } from './named-job.ts';

const planned = ({ database }: OpenProfile) => listPlannedJobs(database.sqlite, '2000-01-01', '2100-01-01');

test('the words of a plan that no job was begun for go from the office, the relay and the other laptops', async () => {
  const relayFolder = tempFolder();
  const relay = await runningRelay({ RELAY_DATA_DIR: relayFolder });
  // A laptop trusts no second key under one name.
  const place = async (role: RelayRole, name: string): Promise<LaptopPlace> => {
    const { token } = await tokenFor(relay, [CUSTOMER], role, name);
    return { dataDir: tempFolder(), relayUrl: relay.url, token };
  };
  const [bay, office] = [await place('installer', 'Bay 1'), await place('supervisor', 'Office')];
  const [installer, supervisor] = [opened(bay), opened(office)];
  const day = localDay(Date.now());
  const [named, other] = planJobs(supervisor.jobs, true, [
    { id: null, basedOn: 0, work: plannedInstallation({ day, crew: NAME }) },
    { id: null, basedOn: 0, work: plannedInstallation({ day }) },
  ]);
  if (named === undefined) throw new Error('no planned job');
  await until(() => expect(planned(installer).map(({ counts }) => counts)).toEqual([true, true]));
  // The laptop's own log keeps its reason until a removal there: it is not what is looked for here.
  answerPlannedJob(installer.jobs, named, 'refused', 'The key is missing');
  await until(() => expect(planned(supervisor).map(({ state }) => state)).toContain('refused'));
  await until(() => isUpToDate(supervisor));
  expect([saying(bay.dataDir), saying(office.dataDir), saying(relayFolder)]).not.toContainEqual([]);

  const { removal } = supervisor;
  await removal.find({ subject: 'person', words: NAME });
  const found = removal.state().findings;
  expect(found).toMatchObject({ plannedCars: 1, inTheWay: [] });
  await removal.remove({ digest: found?.digest ?? '', reason: 'Asked in writing', request: 'the-person' });
  expect(removal.state().sent).toMatchObject([{ named: { jobs: 0, plans: 1 } }]);
  expect(saying(office.dataDir)).toEqual([]);
  await until(() => expect(planned(installer).map(({ id }) => id)).toEqual([other]));
  await until(() => expect(saying(relayFolder)).toEqual([]));

  await installer.close();
  // The next start of the laptop overwrites the rest of it in the file.
  const again = opened(bay);
  await until(() => expect(saying(bay.dataDir)).toEqual([]));
  expect(planned(again).map(({ id }) => id)).toEqual([other]);
});
