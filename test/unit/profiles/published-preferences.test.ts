import { describe, expect, it } from 'vitest';
import {
  publishedPreferences,
  createPreferencesStore,
} from '../../../electron/profiles/preferences-store.ts';
import { userId } from '../../../shared/ids.ts';
import { problemCodeOf } from '../../integration/db/problem-code.ts';

const [first, second, other] = [501, 502, 900].map((id) => userId.parse(id));
const USERS = [
  { id: userId.parse(501), name: 'First' },
  { id: userId.parse(502), name: 'Second' },
];

function store(users: typeof USERS) {
  let kept: unknown;
  const file = { read: () => kept, write: (value: unknown) => void (kept = value) };
  return publishedPreferences(createPreferencesStore(file), () => users);
}

describe('published test users', () => {
  it('are the choice: the first one until another of them is chosen', () => {
    const preferences = store(USERS);
    expect(preferences.read()).toMatchObject({ testUserId: first, testUserName: 'First' });
    preferences.change({ testUserId: second ?? null, testUserName: 'Typed otherwise' });
    expect(preferences.read()).toMatchObject({ testUserId: second, testUserName: 'Second' });
  });

  it('are the only ones: another user is refused, and nothing of that change is kept', () => {
    const preferences = store(USERS);
    for (const testUserId of [other ?? null, null]) {
      expect(problemCodeOf(() => preferences.change({ testUserId, worker: 'Kim' }))).toBe(
        'test-user-published',
      );
    }
    expect(preferences.read()).toMatchObject({ testUserId: first, worker: '' });
    expect(preferences.change({ worker: 'Kim' }).worker).toBe('Kim');
  });

  it('lock nothing where none are published', () => {
    const preferences = store([]);
    preferences.change({ testUserId: other ?? null, testUserName: 'Other' });
    expect(preferences.read()).toMatchObject({ testUserId: other, testUserName: 'Other' });
  });
});
