import { Button, Checkbox } from '@mantine/core';
import { IconUserOff, IconCircleMinus } from '@tabler/icons-react';
import { z } from 'zod';
import type { JobRestore } from '../../../../shared/domain/job-removal.ts';
import { useReaches } from '../../../data/status.ts';
import { EmptyState } from '../../../components/EmptyState.tsx';
import { Section } from '../../../components/Section.tsx';
import { useText } from '../../../i18n/use-text.ts';
import { ProblemSentence } from '../../../components/ProblemNotice.tsx';
import { OperationBadge, StateBadge, useAccordingTo } from '../../../components/StateBadge.tsx';
import { useFormat } from '../../../format/use-format.ts';
import { useDraft } from '../../drafts/use-draft.ts';
import { useFlowOf, useJobCall } from '../../flow-context.ts';
import { LeaveOut, StepFrame } from '../../frame/StepFrame.tsx';
import { useAccessWords } from './leaving.ts';
import { Block, Row, Stack, Text } from '../../../components/layout.tsx';
import classes from './Leaving.module.css';

/** Whether the access can be selected. A failed one may be retried. */
const isSelectable = ({ offer, operation }: JobRestore): boolean =>
  offer === 'yes' && (operation === null || operation.state === 'failed');

/** The accesses that ended with the old Box, recreated by choice. None is selected in advance. */
export function RestoreStep() {
  const text = useText();
  const { job, advance: goOn } = useFlowOf('swap');
  const { form, change, forget } = useDraft(restoreDraft, emptyRestoreDraft);
  const restore = useJobCall(window.boxwright.jobs.restore);
  const { restores } = job;
  const mayRestore = useReaches(job.leastToRestore);
  const open = restores.filter(isSelectable);
  const selectable = mayRestore ? open : [];
  const chosen = selectable.filter(({ key }) => form.keys.includes(key));
  const begun = restores.some(({ operation }) => operation !== null);

  const toggle = (key: string, on: boolean) =>
    change({ keys: on ? [...form.keys, key] : form.keys.filter((other) => other !== key) });
  const make = async () => {
    const answer = await restore.run({ jobId: job.id, keys: chosen.map(({ key }) => key) });
    if (answer.ok) forget();
  };
  const nothingLeft = selectable.length === 0 || (begun && chosen.length === 0);
  return (
    <StepFrame
      title={text('flow.restore.title')}
      lead={text(!mayRestore && open.length > 0 ? 'flow.restore.supervisorOnly' : 'flow.restore.lead')}
      problem={restore.problem}
      action={
        nothingLeft
          ? { label: text('common.continue'), onAct: () => goOn(job), takesFocus: selectable.length === 0 }
          : {
              label:
                chosen.length === 0
                  ? text('flow.restore.makeNone')
                  : text('flow.restore.make', { count: chosen.length }),
              onAct: () => void make(),
              busy: restore.busy,
              missing: chosen.length === 0 ? text('flow.restore.choose') : null,
            }
      }
      nextToBack={
        !begun &&
        open.length > 0 &&
        job.steps.restore.state !== 'skipped' &&
        job.steps.restore.state !== 'not-needed' && (
          <LeaveOut step="restore" says={text('flow.restore.skipSays')} />
        )
      }
    >
      <Section
        title={text('flow.leaving.accesses')}
        count={restores.length}
        aside={
          selectable.length > 0 && (
            <Row as="span" gap="1" wrap>
              <Button variant="default" onClick={() => change({ keys: selectable.map(({ key }) => key) })}>
                {text('flow.restore.all')}
              </Button>
              <Button variant="default" disabled={chosen.length === 0} onClick={() => change({ keys: [] })}>
                {text('flow.restore.none')}
              </Button>
            </Row>
          )
        }
      >
        {restores.length === 0 ? (
          <EmptyState icon={IconUserOff} title={text('flow.restore.empty')}>
            {text(
              job.removal.losses?.source === 'operator' ? 'flow.restore.emptySays' : 'flow.restore.emptyYet',
            )}
          </EmptyState>
        ) : (
          <Block as="ul" plain card>
            {restores.map((access) => (
              <RestoreRow
                key={access.key}
                access={access}
                selectable={mayRestore && isSelectable(access)}
                checked={form.keys.includes(access.key)}
                onToggle={(on) => toggle(access.key, on)}
              />
            ))}
          </Block>
        )}
      </Section>
    </StepFrame>
  );
}

/** The selected accesses, not requested yet. */
const restoreDraft = z.object({ keys: z.array(z.string()) });
const emptyRestoreDraft: z.infer<typeof restoreDraft> = { keys: [] };

/** One access: selected or not, and after the request its state. */
export function RestoreRow({
  access,
  selectable,
  checked,
  onToggle,
}: {
  readonly access: JobRestore;
  readonly selectable: boolean;
  readonly checked: boolean;
  readonly onToggle: (on: boolean) => void;
}) {
  const text = useText();
  const words = useAccessWords();
  const { operation, offer } = access;
  const says = (
    <Stack as="span" grow narrow breaks>
      <Text weight="strong">{words.user(access)}</Text>
      <Text size="small" quiet>
        {words.period(access)}
      </Text>
      {operation !== null && operation.problem !== null && (
        <Text size="small" quiet tone="attention">
          <ProblemSentence
            of={{ key: `problems.${operation.problem.code}.says`, params: operation.problem.params }}
          />
        </Text>
      )}
      {operation?.problem?.raw !== undefined && operation.problem.raw !== null && (
        <Text size="small" quiet mono>
          {operation.problem.raw}
        </Text>
      )}
    </Stack>
  );
  return (
    <li>
      {selectable ? (
        <Row
          as="label"
          gap="2"
          align="center"
          justify="between"
          lit
          className={`${classes['row']} ${classes['choice']}`}
        >
          <Checkbox
            size="md"
            checked={checked}
            onChange={(event) => onToggle(event.currentTarget.checked)}
            aria-label={`${words.user(access)}, ${words.period(access)}`}
          />
          {says}
          {operation !== null && <State operation={operation} />}
        </Row>
      ) : (
        <Row gap="2" align="center" justify="between" className={classes['row']}>
          <span className={classes['gap']} />
          {says}
          {operation === null ? (
            <StateBadge tone="neutral" icon={IconCircleMinus}>
              {text(offer === 'yes' ? 'flow.restore.offer.over' : `flow.restore.offer.${offer}`)}
            </StateBadge>
          ) : (
            <State operation={operation} />
          )}
        </Row>
      )}
    </li>
  );
}

function State({ operation }: { readonly operation: NonNullable<JobRestore['operation']> }) {
  const format = useFormat();
  const text = useText();
  const reported = useAccordingTo();
  const { state, at, confirmedBy, reportedBy } = operation;
  return (
    <Stack as="span" gap="half" align="end" fixed>
      <OperationBadge state={state} />
      <Text as="time" size="small" line="caption" quiet dateTime={new Date(at).toISOString()}>
        {format.timeWithSeconds(at)}
        {confirmedBy !== null && ` ${text(`flow.verify.by.${confirmedBy}`)}`}
        {reportedBy !== null && ` ${reported(reportedBy)}`}
      </Text>
    </Stack>
  );
}
