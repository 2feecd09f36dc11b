import { Button, Switch } from '@mantine/core';
import { useState } from 'react';
import type { Preferences } from '../../../shared/domain/preferences.ts';
import { WorkerDialog } from '../../components/WorkerDialog.tsx';
import { Card } from '../../components/Card.tsx';
import { Section } from '../../components/Section.tsx';
import { useText } from '../../i18n/use-text.ts';
import { usePolicy } from '../../data/policy.ts';
import { changePreferences } from '../../data/preferences.ts';
import { SettingRow } from './SettingRow.tsx';
import { TestMinutes } from './TestMinutes.tsx';
import { TestUser } from './TestUser.tsx';
import classes from './WorkSettings.module.css';

/** The worker, and with whom and how long installations are tested. */
export function WorkSettings({ preferences }: { readonly preferences: Preferences }) {
  const text = useText();
  const [asking, setAsking] = useState(false);
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
        <SettingRow label={text('settings.testUser')} says={text('settings.testUserSays')}>
          <TestUser preferences={preferences} />
        </SettingRow>
        <SettingRow label={text('settings.testMinutes')} says={text('settings.testMinutesSays')}>
          <TestMinutes minutes={preferences.testMinutes} />
        </SettingRow>
        <SettingRow label={text('settings.notifications')} says={text('settings.notificationsSays')}>
          <Switch
            size="lg"
            aria-label={text('settings.notifications')}
            checked={preferences.notifications}
            onChange={(event) => void changePreferences({ notifications: event.currentTarget.checked })}
          />
        </SettingRow>
        <BackgroundSetting name="staysInTray" preferences={preferences} />
        <BackgroundSetting name="startsAtLogin" preferences={preferences} />
      </Card>
    </Section>
  );
}

/** A switch of the app while its window is closed, which an administrator may have set. */
function BackgroundSetting({
  name,
  preferences,
}: {
  readonly name: 'staysInTray' | 'startsAtLogin';
  readonly preferences: Preferences;
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
        onChange={(event) => void changePreferences({ [name]: event.currentTarget.checked })}
      />
    </SettingRow>
  );
}
