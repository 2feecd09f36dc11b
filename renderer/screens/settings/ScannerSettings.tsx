import { SegmentedControl, Select, TextInput } from '@mantine/core';
import { useId, useState } from 'react';
import type { Preferences } from '../../../shared/domain/settings.ts';
import { type ScannerSettings as Settings, scannerSettings } from '../../../shared/domain/scanning.ts';
import type { Problem } from '../../../shared/problem.ts';
import { Card, Section } from '../../components/Section.tsx';
import { Disclosure } from '../../components/Disclosure.tsx';
import { ProblemNotice } from '../../components/ProblemNotice.tsx';
import { useText } from '../../i18n/use-text.ts';
import { TryScanner } from '../../scanning/setup/TryScanner.tsx';
import { changePreferences } from '../../data/laptop.ts';
import { SettingRow } from './SettingRow.tsx';
import classes from './ScannerSettings.module.css';

const { layout, end, maxGapMs, minLength, prefix, suffix } = scannerSettings.shape;

/** The settings of this laptop's USB scanner. The test finds most of them by itself. */
export function ScannerSettings({ preferences }: { readonly preferences: Preferences }) {
  const text = useText();
  const endId = useId();
  const { scanner } = preferences;
  const [problem, setProblem] = useState<Problem | null>(null);
  const change = async (wanted: Partial<Settings>) => {
    const answer = await changePreferences({ scanner: { ...scanner, ...wanted } });
    setProblem(answer.ok ? null : answer.error);
  };
  return (
    <Section title={text('settings.scanner.title')}>
      <Card padded={false}>
        <SettingRow label={text('settings.scanner.test')} says={text('settings.scanner.testSays')}>
          <TryScanner />
        </SettingRow>
        <SettingRow label={text('settings.scanner.layout')} says={text('settings.scanner.layoutSays')}>
          <Select
            aria-label={text('settings.scanner.layout')}
            w="100%"
            allowDeselect={false}
            value={scanner.layout}
            data={[
              { value: 'computer', label: text('settings.scanner.asComputer') },
              { value: 'qwerty', label: text('scanning.layout.qwerty') },
              { value: 'qwertz', label: text('scanning.layout.qwertz') },
              { value: 'azerty', label: text('scanning.layout.azerty') },
            ]}
            onChange={(value) => void change({ layout: layout.parse(value) })}
          />
        </SettingRow>
        <SettingRow
          label={text('settings.scanner.end')}
          labelId={endId}
          says={text('settings.scanner.endSays')}
        >
          <SegmentedControl
            aria-labelledby={endId}
            value={scanner.end}
            onChange={(value) => void change({ end: end.parse(value) })}
            data={[
              { value: 'key', label: text('settings.scanner.endKey') },
              { value: 'pause', label: text('settings.scanner.endPause') },
            ]}
          />
        </SettingRow>
        <div className={classes['fine']}>
          <Disclosure label={text('settings.scanner.fine')}>
            <ScannerValue
              name="prefix"
              value={scanner.prefix}
              parse={(typed) => prefix.safeParse(typed).data ?? null}
              onSave={(value) => change({ prefix: value })}
            />
            <ScannerValue
              name="suffix"
              value={scanner.suffix}
              parse={(typed) => suffix.safeParse(typed).data ?? null}
              onSave={(value) => change({ suffix: value })}
            />
            <ScannerValue
              name="maxGapMs"
              value={scanner.maxGapMs}
              parse={(typed) => maxGapMs.safeParse(wholeNumber(typed)).data ?? null}
              onSave={(value) => change({ maxGapMs: value })}
            />
            <ScannerValue
              name="minLength"
              value={scanner.minLength}
              parse={(typed) => minLength.safeParse(wholeNumber(typed)).data ?? null}
              onSave={(value) => change({ minLength: value })}
            />
          </Disclosure>
        </div>
      </Card>
      {problem !== null && <ProblemNotice problem={problem} />}
    </Section>
  );
}

const wholeNumber = (typed: string): number => (/^\d+$/.test(typed.trim()) ? Number(typed) : Number.NaN);

/** One typed setting of the scanner; saved on blur or Enter, if it is valid. */
function ScannerValue<Value extends string | number>({
  name,
  value,
  parse,
  onSave,
}: {
  readonly name: 'prefix' | 'suffix' | 'maxGapMs' | 'minLength';
  readonly value: Value;
  /** The typed value; null when it is invalid. */
  readonly parse: (typed: string) => Value | null;
  readonly onSave: (value: Value) => Promise<void>;
}) {
  const text = useText();
  const [typed, setTyped] = useState<string | null>(null);
  const [refused, setRefused] = useState(false);
  const save = async () => {
    if (typed === null) return;
    const wanted = parse(typed);
    setRefused(wanted === null);
    if (wanted === null) return;
    if (wanted !== value) await onSave(wanted);
    setTyped(null);
  };
  return (
    <SettingRow label={text(`settings.scanner.${name}`)} says={text(`settings.scanner.${name}Says`)}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
        <TextInput
          aria-label={text(`settings.scanner.${name}`)}
          className={classes['field'] ?? ''}
          classNames={{ input: classes['value'] ?? '' }}
          value={typed ?? String(value)}
          error={refused ? text(`settings.scanner.${name}Bad`) : null}
          maxLength={20}
          autoComplete="off"
          spellCheck={false}
          onChange={(event) => setTyped(event.currentTarget.value)}
          onBlur={() => void save()}
        />
      </form>
    </SettingRow>
  );
}
