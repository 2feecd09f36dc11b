import { SegmentedControl } from '@mantine/core';
import { useId, useState } from 'react';
import { language, type Preferences, theme } from '../../../shared/domain/settings.ts';
import type { Problem } from '../../../shared/problem.ts';
import { Card, Section } from '../../components/Section.tsx';
import { ProblemNotice } from '../../components/ProblemNotice.tsx';
import { availableLanguages } from '../../../shared/words/speak.ts';
import { useText } from '../../i18n/use-text.ts';
import { changePreferences, usePolicy } from '../../data/laptop.ts';
import { SettingRow } from './SettingRow.tsx';

/** Theme and language. */
export function AppearanceSettings({ preferences }: { readonly preferences: Preferences }) {
  const text = useText();
  const locked = usePolicy().language !== undefined;
  const ids = { theme: useId(), language: useId() };
  const [problem, setProblem] = useState<Problem | null>(null);
  const change = async (wanted: Partial<Preferences>) => {
    const answer = await changePreferences(wanted);
    setProblem(answer.ok ? null : answer.error);
  };
  return (
    <Section title={text('settings.look')}>
      <Card padded={false}>
        <SettingRow label={text('settings.theme')} labelId={ids.theme}>
          <SegmentedControl
            aria-labelledby={ids.theme}
            value={preferences.theme}
            onChange={(value) => void change({ theme: theme.parse(value) })}
            data={[
              { value: 'light', label: text('settings.themeLight') },
              { value: 'dark', label: text('settings.themeDark') },
              { value: 'system', label: text('settings.themeSystem') },
            ]}
          />
        </SettingRow>
        <SettingRow
          label={text('settings.language')}
          labelId={ids.language}
          {...(locked ? { says: text('common.setByAdministrator') } : {})}
        >
          <SegmentedControl
            aria-labelledby={ids.language}
            disabled={locked}
            value={preferences.language}
            onChange={(value) => void change({ language: language.parse(value) })}
            data={availableLanguages.map(({ language: value, name }) => ({ value, label: name }))}
          />
        </SettingRow>
      </Card>
      {problem !== null && <ProblemNotice problem={problem} />}
    </Section>
  );
}
