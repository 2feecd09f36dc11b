import { Button } from '@mantine/core';
import { useId, useState, useCallback, useMemo } from 'react';
import { IconUser } from '@tabler/icons-react';
import type { UserId } from '../../../../shared/ids.ts';
import type { PublicationInForce } from '../../../../shared/domain/office-documents.ts';
import { foldForSearch } from '../../../../shared/domain/serial.ts';
import type { DirectoryUser } from '../../../../shared/domain/directory.ts';
import { ProblemNotice } from '../../../components/ProblemNotice.tsx';
import { RowsSkeleton, EmptyState } from '../../../components/EmptyState.tsx';
import { Section, Card } from '../../../components/Section.tsx';
import { useText } from '../../../i18n/use-text.ts';
import { usePlanOfJob } from '../../../data/planned.ts';
import { usePreferences, usePublication } from '../../../data/laptop.ts';
import { ChoiceTile, ChoiceTiles } from '../../../components/ChoiceTiles.tsx';
import { useQuery } from '../../../data/lookup.ts';
import { PickField, PickList, usePicker } from '../../../components/PickList.tsx';
import { useDraft } from '../../drafts/use-draft.ts';
import { useFlowOf, useJobCall } from '../../flow-context.ts';
import { StepFrame } from '../../frame/StepFrame.tsx';
import { latestOperation } from '../../flow-steps.ts';
import { Timeline } from './Timeline.tsx';
import { emptyVerifyDraft, verifyDraft } from './test-access.ts';
import { Row, Stack, Text } from '../../../components/layout.tsx';
import classes from './Verify.module.css';

const USUAL_MINUTES = [5, 15, 30, 60] as const;
const FALLBACK_MINUTES = 15;

/** The user and the length of the test access: from the plan, else as in the last job, unless changed. */
export function SetUp({ onBack }: { readonly onBack?: () => void }) {
  const text = useText();
  const minutesName = useId();
  const { job } = useFlowOf('installation', 'swap');
  const preferences = usePreferences();
  const { form, change, forget } = useDraft(verifyDraft, emptyVerifyDraft);
  const [searching, setSearching] = useState(false);
  const verify = useJobCall(window.boxwright.jobs.verify);
  const usual =
    preferences === null || preferences.testUserId === null
      ? null
      : { id: preferences.testUserId, name: preferences.testUserName ?? text('common.unknown') };
  const plan = usePlanOfJob(job.id);
  const planned =
    plan === null || plan === undefined || plan.work.kind === 'removal' ? null : plan.work.testUser;
  // No user is proposed before the plan is read, because the plan may name another than the usual user.
  const user = form.user ?? (plan === undefined ? null : (planned ?? usual));
  const preferred = preferences?.testMinutes ?? FALLBACK_MINUTES;
  const minutes = form.minutes ?? preferred;
  const choices = [...new Set([...USUAL_MINUTES, preferred, minutes])].sort((one, other) => one - other);
  const installation = latestOperation(job.operations, 'install');
  const { verification } = job;
  const failed = verification.phase === 'failed';

  const start = async (userId: UserId) => {
    const answer = await verify.run({ jobId: job.id, userId, minutes });
    if (!answer.ok) return;
    forget();
    onBack?.();
  };
  const looking = preferences !== null && plan !== undefined && (searching || user === null);
  return (
    <StepFrame
      title={text('flow.verify.titleSetup')}
      lead={text('flow.verify.lead')}
      problem={verify.problem}
      {...(onBack === undefined
        ? {}
        : {
            nextToBack: (
              <Button variant="default" size="lg" onClick={onBack}>
                {text('common.cancel')}
              </Button>
            ),
          })}
      action={{
        label: text(verification.phase === 'not-started' ? 'flow.verify.start' : 'flow.verify.startAgain'),
        onAct: () => {
          if (user !== null) void start(user.id);
        },
        busy: verify.busy,
        missing: user === null || looking ? text('flow.verify.missing') : null,
        // A disabled button takes no focus; it takes the focus once there is a user.
        ...(looking || user === null ? {} : { takesFocus: true }),
        ...(installation !== null && installation.state !== 'done'
          ? { hint: text('flow.verify.boxNotYet') }
          : {}),
      }}
    >
      {failed && verification.problem !== null && <ProblemNotice problem={verification.problem} rawOpen />}
      <Section title={text('flow.verify.user')}>
        {looking ? (
          <UserSearch
            value={form.search}
            onChange={(search) => change({ search })}
            onTake={(taken) => {
              change({ user: { id: taken.id, name: taken.name }, search: '' });
              setSearching(false);
            }}
          />
        ) : user === null ? (
          <RowsSkeleton rows={1} />
        ) : (
          <ChosenUser name={user.name} onOther={() => setSearching(true)} />
        )}
      </Section>
      <Section title={text('flow.verify.minutes')}>
        <ChoiceTiles label={text('flow.verify.minutes')}>
          {choices.map((count) => (
            <ChoiceTile
              key={count}
              name={minutesName}
              checked={count === minutes}
              onChoose={() => change({ minutes: count })}
            >
              {text('flow.verify.minutesOf', { count })}
            </ChoiceTile>
          ))}
        </ChoiceTiles>
      </Section>
      {verification.events.length > 0 && <Timeline verification={verification} />}
    </StepFrame>
  );
}

const LIMIT = 30;
const none: readonly DirectoryUser[] = [];
const noUsers: PublicationInForce['testUsers'] = [];

const publishedRows = (users: PublicationInForce['testUsers'], typed: string) =>
  users
    .filter(({ name }) => foldForSearch(name).includes(foldForSearch(typed)))
    .map((user) => ({ ...user, emailAddress: null }));

/** Searches the user who gets the test access. Enter takes the active row. */
function UserSearch({
  value,
  onChange,
  onTake,
}: {
  readonly value: string;
  readonly onChange: (text: string) => void;
  readonly onTake: (user: DirectoryUser) => void;
}) {
  const text = useText();
  const listId = useId();
  const typed = value.trim().slice(0, 200);
  const found = useQuery(
    window.boxwright.directory.searchUsers,
    useMemo(() => ({ text: typed, limit: LIMIT }), [typed]),
  );
  const published = usePublication().value?.inForce?.testUsers ?? noUsers;
  // Main takes no other user, where an administrator published the test users.
  const searched = found.value?.rows ?? none;
  const rows = useMemo(
    () => (published.length === 0 ? searched : publishedRows(published, typed)),
    [published, searched, typed],
  );
  const take = useCallback((user: DirectoryUser) => onTake(user), [onTake]);
  const picker = usePicker({
    rows,
    settled: found.answers?.text === typed,
    question: typed,
    proposes: false,
    onTake: take,
  });
  return (
    <Stack gap="2">
      <PickField
        id={listId}
        label={text('flow.verify.userSearch')}
        value={value}
        onChange={onChange}
        picker={picker}
        takesEnter
      />
      {found.problem !== null && (
        <ProblemNotice problem={found.problem} tone="attention" onRetry={found.refetch} />
      )}
      {found.value === null ? (
        found.problem === null && <RowsSkeleton rows={3} height={64} />
      ) : rows.length === 0 ? (
        <EmptyState icon={IconUser} title={text('flow.verify.userNone', { text: typed })} />
      ) : (
        <PickList
          id={listId}
          label={text('flow.verify.user')}
          picker={picker}
          keyOf={(user) => user.id}
          onTake={take}
        >
          {(user) => (
            <Stack as="span">
              <Text line="body" weight="strong">
                {user.name}
              </Text>
              {user.emailAddress !== null && (
                <Text size="small" quiet>
                  {user.emailAddress}
                </Text>
              )}
            </Stack>
          )}
        </PickList>
      )}
    </Stack>
  );
}

/** The user who gets the test access. */
function ChosenUser({ name, onOther }: { readonly name: string; readonly onOther: () => void }) {
  const text = useText();
  return (
    <Card>
      <Row gap="3" align="center" justify="between">
        <Row
          as="span"
          gap="1-half"
          align="center"
          weight="strong"
          breaks
          line="title"
          className={classes['name']}
        >
          <IconUser data-tone="accent" size={28} stroke={1.7} aria-hidden />
          {name}
        </Row>
        <Button variant="default" onClick={onOther}>
          {text('flow.verify.userOther')}
        </Button>
      </Row>
    </Card>
  );
}
