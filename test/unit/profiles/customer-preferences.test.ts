import { describe, expect, it } from 'vitest';
import { customerPreferences, createPreferencesStore } from '../../../electron/profiles/preferences-store.ts';
import { type ConnectionId, connectionId, userId } from '../../../shared/ids.ts';
import { makeProblem, ProblemError } from '../../../shared/problem.ts';
import { problemCodeOf } from '../../integration/db/problem-code.ts';
import { memorySettings } from './memory-stores.ts';

const [north, south] = ['1', '2'].map((customer) => connectionId.parse(`uat-0123456789ab/${customer}`));
const KIM = userId.parse(501);

function store() {
  const file = memorySettings();
  const at: { customer: ConnectionId | null; full: boolean; reads: number } = {
    customer: north ?? null,
    full: false,
    reads: 0,
  };
  const settings = {
    read: () => {
      at.reads += 1;
      return file.read();
    },
    write: (value: unknown) => {
      if (at.full) throw new ProblemError(makeProblem('not-saved-disk-full'));
      file.write(value);
    },
  };
  const open = () =>
    customerPreferences(createPreferencesStore(memorySettings()), settings, () => at.customer);
  return { at, open, preferences: open() };
}

describe('preferences of a customer', () => {
  it('are read from the disk once, and are as they were last written', () => {
    const { at, open, preferences } = store();
    preferences.read();
    preferences.change({ testUserId: KIM, testUserName: 'Kim' });
    for (let step = 0; step < 3; step += 1) expect(preferences.read()).toMatchObject({ testUserId: KIM });
    expect(at.reads).toBe(1);
    expect(open().read()).toEqual(preferences.read());
  });

  it('are those of the customer that is shown', () => {
    const { at, preferences } = store();
    preferences.change({ testUserId: KIM, testUserName: 'Kim' });
    at.customer = south ?? null;
    expect(preferences.read()).toMatchObject({ testUserId: null, testUserName: null });
    preferences.change({ lastGroupName: 'Vans' });
    at.customer = null;
    expect(preferences.change({ lastGroupName: 'Unsaved' }).lastGroupName).toBeNull();
    at.customer = north ?? null;
    expect(preferences.read()).toMatchObject({ testUserId: KIM, lastGroupName: null });
  });

  it('stay as they were where a change could not be written', () => {
    const { at, open, preferences } = store();
    preferences.change({ testUserId: KIM, testUserName: 'Kim' });
    at.full = true;
    expect(problemCodeOf(() => preferences.change({ testUserName: 'Sam' }))).toBe('not-saved-disk-full');
    expect(preferences.read().testUserName).toBe('Kim');
    expect(open().read()).toEqual(preferences.read());
  });
});
