import { Select } from '@mantine/core';
import { useState } from 'react';
import type { Preferences } from '../../../shared/domain/preferences.ts';
import { useText } from '../../i18n/use-text.ts';
import { useQuery } from '../../data/lookup.ts';
import { changePreferences } from '../../data/preferences.ts';
import classes from './WorkSettings.module.css';

const SHOWN = 20;

/** Chooses the user that gets the test access, from the copy on this laptop. */
export function TestUser({ preferences }: { readonly preferences: Preferences }) {
  const text = useText();
  const chosen = preferences.testUserName ?? '';
  const [typed, setTyped] = useState(chosen);
  // The chosen name in the field is no search: opening the list shows everybody.
  const search = typed === chosen ? '' : typed;
  const { value } = useQuery(window.boxwright.directory.searchUsers, { text: search, limit: SHOWN });
  const users = value?.rows ?? [];
  const options = users.map((user) => ({ value: String(user.id), label: user.name }));
  const addressOf = (id: string) => users.find((user) => String(user.id) === id)?.emailAddress ?? null;
  const current = preferences.testUserId === null ? null : String(preferences.testUserId);
  const listed = options.some((option) => option.value === current);
  return (
    <Select
      aria-label={text('settings.testUser')}
      w="100%"
      placeholder={text('settings.testUserNone')}
      nothingFoundMessage={text('settings.testUserEmpty')}
      searchable
      maxDropdownHeight={320}
      renderOption={({ option }) => (
        <span className={classes['user']}>
          {option.label}
          <span className={classes['address']}>{addressOf(option.value)}</span>
        </span>
      )}
      filter={({ options: all }) => all}
      data={current === null || listed ? options : [{ value: current, label: chosen }, ...options]}
      value={current}
      searchValue={typed}
      onSearchChange={setTyped}
      onChange={(id) => {
        const user = users.find((candidate) => String(candidate.id) === id);
        void changePreferences({ testUserId: user?.id ?? null, testUserName: user?.name ?? null });
      }}
    />
  );
}
