import { Button, SegmentedControl, ActionIcon, TextInput } from '@mantine/core';
import { useId } from 'react';
import { IconArrowBackUp } from '@tabler/icons-react';
import type { Problem } from '../../../shared/problem.ts';
import {
  type Assumptions,
  type AssumptionSettings,
  assumptionsSchema,
  standardAssumptions,
} from '../../../shared/operator/assumptions.ts';
import { useMutation } from '../../data/call.ts';
import { Card, Section } from '../../components/Section.tsx';
import { Disclosure } from '../../components/Disclosure.tsx';
import { ProblemNotice } from '../../components/ProblemNotice.tsx';
import { RowsSkeleton } from '../../components/EmptyState.tsx';
import { useText } from '../../i18n/use-text.ts';
import { useAnswer } from '../../data/lookup.ts';
import { SettingRow } from './SettingRow.tsx';
import { useEdit } from './use-edit.ts';
import { Row, Stack, Text } from '../../components/layout.tsx';
import classes from './AssumptionSettings.module.css';

/** For support: this environment's names for things that the operator's document does not specify. */
export function AssumptionSettings() {
  const text = useText();
  return (
    <Section title={text('settings.advanced')}>
      <Card>
        <Disclosure label={text('settings.assumptions.title')}>
          <Known />
        </Disclosure>
      </Card>
    </Section>
  );
}

function Known() {
  const { value, problem, refetch } = useAnswer(window.boxwright.connect.assumptions, nothing);
  if (problem !== null) return <ProblemNotice problem={problem} onRetry={refetch} />;
  if (value === null) return <RowsSkeleton />;
  return <AssumptionForm saved={value.values} kept={value.kept} />;
}

const nothing = {} as const;

function AssumptionForm({ saved, kept }: { readonly saved: Assumptions; readonly kept: boolean }) {
  const text = useText();
  const login = useId();
  const { value: typed, change: setTyped, send } = useEdit(saved);
  const change = useMutation(window.boxwright.connect.changeAssumptions);
  const changed = JSON.stringify(typed) !== JSON.stringify(saved);
  const usual = JSON.stringify(typed) === JSON.stringify(standardAssumptions);
  const problemAt = (settings: AssumptionSettings) => !assumptionsSchema.safeParse(settings).success;
  const ready = !problemAt(typed);
  const problem: Problem | null = change.problem;
  return (
    <Stack
      as="form"
      gap="2"
      onSubmit={(event) => {
        event.preventDefault();
        if (!ready || !changed) return;
        send();
        void change.run(typed);
      }}
    >
      <Text as="p" quiet className={classes['says']}>
        {text('settings.assumptions.says')}
      </Text>
      {!kept && (
        <Text as="p" quiet className={classes['says']}>
          {text('settings.assumptions.notKept')}
        </Text>
      )}
      <div className={classes['rows']}>
        <SettingRow label={text('settings.assumptions.tokenBody')} labelId={login}>
          <SegmentedControl
            aria-labelledby={login}
            value={typed.tokenBody}
            onChange={(value) =>
              setTyped({ ...typed, tokenBody: assumptionsSchema.shape.tokenBody.parse(value) })
            }
            data={[
              { value: 'form', label: text('settings.assumptions.asForm') },
              { value: 'json', label: 'JSON' },
            ]}
          />
        </SettingRow>
        <AssumptionField
          label={text('settings.assumptions.groupProductField')}
          value={typed.groupProductField}
          usual={standardAssumptions.groupProductField}
          error={
            problemAt({ groupProductField: typed.groupProductField })
              ? text('settings.assumptions.badField')
              : null
          }
          onChange={(groupProductField) => setTyped({ ...typed, groupProductField })}
        />
        {pathNames.map((name) => (
          <AssumptionField
            key={name}
            label={text(`settings.assumptions.paths.${name}`)}
            value={typed.paths[name]}
            usual={standardAssumptions.paths[name]}
            error={
              problemAt({ paths: { [name]: typed.paths[name] } })
                ? text('settings.assumptions.badPath', { usual: standardAssumptions.paths[name] })
                : null
            }
            onChange={(path) => setTyped({ ...typed, paths: { ...typed.paths, [name]: path } })}
          />
        ))}
      </div>
      {problem !== null && <ProblemNotice problem={problem} />}
      <Row gap="2" justify="between">
        <Button variant="default" disabled={usual} onClick={() => setTyped(standardAssumptions)}>
          {text('settings.assumptions.allUsual')}
        </Button>
        <Button type="submit" disabled={!changed || !ready} loading={change.busy}>
          {text('settings.assumptions.apply')}
        </Button>
      </Row>
    </Stack>
  );
}

/** One name or path of the environment. The default is shown beneath it, and a tap restores it. */
function AssumptionField({
  label,
  value,
  usual,
  error,
  onChange,
}: {
  readonly label: string;
  readonly value: string;
  readonly usual: string;
  readonly error: string | null;
  readonly onChange: (value: string) => void;
}) {
  const text = useText();
  const differs = value !== usual;
  return (
    <SettingRow label={label} {...(differs ? { says: text('settings.assumptions.usually', { usual }) } : {})}>
      <TextInput
        aria-label={label}
        className={classes['field'] ?? ''}
        classNames={{ input: classes['value'] ?? '' }}
        value={value}
        error={error}
        maxLength={200}
        spellCheck={false}
        autoComplete="off"
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      <ActionIcon
        variant="subtle"
        size={44}
        disabled={!differs}
        aria-label={text('settings.assumptions.usualOf', { what: label })}
        title={text('settings.assumptions.usual')}
        onClick={() => onChange(usual)}
      >
        <IconArrowBackUp size={20} stroke={2} aria-hidden />
      </ActionIcon>
    </SettingRow>
  );
}

/** The names of the paths, in the order of the schema. Each has a label in the locales. */
const pathNames = assumptionsSchema.shape.paths.unwrap().keyof().options;
