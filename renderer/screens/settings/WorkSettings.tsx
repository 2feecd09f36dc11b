import { Button, Switch, Select } from '@mantine/core';
import { useState } from 'react';
import type { PublicationInForce } from '../../../shared/domain/office-documents.ts';
import { type Preferences, testMinutes } from '../../../shared/domain/settings.ts';
import { WorkerDialog } from '../../components/WorkerForm.tsx';
import { Card, Section } from '../../components/Section.tsx';
import { useText } from '../../i18n/use-text.ts';
import { type ChangePreferences, usePolicy, usePreferenceChange, usePublication } from '../../data/laptop.ts';
import { useQuery } from '../../data/lookup.ts';
import { RefusedChange, SettingRow } from './SettingRow.tsx';
import { TypedSetting, wholeNumber } from './TypedSetting.tsx';
import { Stack, Text } from '../../components/layout.tsx';
import classes from './WorkSettings.module.css';

/** The worker, and the user and length of the test accesses. */
export function WorkSettings({ preferences }: { readonly preferences: Preferences }) {
  const text = useText();
  const { change, problem } = usePreferenceChange();
  const [asking, setAsking] = useState(false);
  const published = usePublication().value?.inForce?.testUsers ?? [];
  return (
    <Section title={text('settings.work')}>
      <Card padded={false}>
        <SettingRow label={text('settings.worker')}>
          <span className={preferences.worker === '' ? classes['none'] : classes['worker']}>
            {preferences.worker === '' ? text('settings.workerNone') : preferences.worker}
          </span>
          <Button variant="default" onClick={() => setAsking(true)}>
            {text('common.change')}
          </Button>
          <WorkerDialog worker={preferences.worker} open={asking} onClose={() => setAsking(false)} />
        </SettingRow>
        <SettingRow
          label={text('settings.testUser')}
          says={text(published.length === 0 ? 'settings.testUserSays' : 'common.setByAdministrator')}
        >
          {published.length === 0 ? (
            <TestUser preferences={preferences} change={change} />
          ) : (
            <PublishedTestUser users={published} chosen={preferences.testUserId} change={change} />
          )}
        </SettingRow>
        <SettingRow label={text('settings.testMinutes')} says={text('settings.testMinutesSays')}>
          <TypedSetting
            label={text('settings.testMinutes')}
            value={preferences.testMinutes}
            bad={text('settings.minutesBad')}
            parse={(typed) => testMinutes.safeParse(wholeNumber(typed)).data ?? null}
            onSave={(minutes) => change({ testMinutes: minutes })}
            input={{
              className: classes['minutes'] ?? '',
              classNames: { input: classes['minutesField'] ?? '' },
              inputMode: 'numeric',
              maxLength: 4,
              rightSection: <Text quiet>{text('settings.minutesShort')}</Text>,
              rightSectionWidth: 48,
            }}
          />
        </SettingRow>
        <SettingRow label={text('settings.notifications')} says={text('settings.notificationsSays')}>
          <Switch
            size="lg"
            aria-label={text('settings.notifications')}
            checked={preferences.notifications}
            onChange={(event) => void change({ notifications: event.currentTarget.checked })}
          />
        </SettingRow>
        <BackgroundSetting name="staysInTray" preferences={preferences} change={change} />
        <BackgroundSetting name="startsAtLogin" preferences={preferences} change={change} />
      </Card>
      <RefusedChange problem={problem} />
    </Section>
  );
}

/** A setting for the app while its window is closed; an administrator may have fixed it. */
function BackgroundSetting({
  name,
  preferences,
  change,
}: {
  readonly name: 'staysInTray' | 'startsAtLogin';
  readonly preferences: Preferences;
  readonly change: ChangePreferences;
}) {
  const text = useText();
  const locked = usePolicy()[name] !== undefined;
  return (
    <SettingRow
      label={text(`settings.${name}`)}
      says={text(locked ? 'common.setByAdministrator' : `settings.${name}Says`)}
    >
      <Switch
        size="lg"
        aria-label={text(`settings.${name}`)}
        {...(locked ? { className: classes['locked'] ?? '', disabled: true } : {})}
        checked={preferences[name]}
        onChange={(event) => void change({ [name]: event.currentTarget.checked })}
      />
    </SettingRow>
  );
}

/** The choice among the test users that an administrator published. */
function PublishedTestUser({
  users,
  chosen,
  change,
}: {
  readonly users: PublicationInForce['testUsers'];
  readonly chosen: Preferences['testUserId'];
  readonly change: ChangePreferences;
}) {
  const text = useText();
  return (
    <Select
      aria-label={text('settings.testUser')}
      w="100%"
      allowDeselect={false}
      data={users.map(({ id, name }) => ({ value: String(id), label: name }))}
      value={chosen === null ? null : String(chosen)}
      onChange={(value) => {
        const user = users.find(({ id }) => String(id) === value);
        if (user !== undefined) void change({ testUserId: user.id, testUserName: user.name });
      }}
    />
  );
}

const SHOWN = 20;

/** The choice of the test user from the local copy. */
function TestUser({
  preferences,
  change,
}: {
  readonly preferences: Preferences;
  readonly change: ChangePreferences;
}) {
  const text = useText();
  const chosen = preferences.testUserName ?? '';
  const [typed, setTyped] = useState(chosen);
  // The chosen name is not a search text: opening the list shows all users.
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
        <Stack as="span" justify="center" className={classes['user']}>
          {option.label}
          <Text size="caption" line="caption" quiet>
            {addressOf(option.value)}
          </Text>
        </Stack>
      )}
      filter={({ options: all }) => all}
      data={current === null || listed ? options : [{ value: current, label: chosen }, ...options]}
      value={current}
      searchValue={typed}
      onSearchChange={setTyped}
      onChange={(id) => {
        const user = users.find((candidate) => String(candidate.id) === id);
        void change({ testUserId: user?.id ?? null, testUserName: user?.name ?? null });
      }}
    />
  );
}
