import { Button, Progress, TextInput } from '@mantine/core';
import type { Updates } from '../../../shared/ipc/calls/app.ts';
import { neverReached } from '../../../shared/never.ts';
import { useMutation } from '../../data/call.ts';
import { Card, Section } from '../../components/Section.tsx';
import { ProblemNotice } from '../../components/ProblemNotice.tsx';
import { RowsSkeleton } from '../../components/EmptyState.tsx';
import { useText } from '../../i18n/use-text.ts';
import { useQuery } from '../../data/lookup.ts';
import { May } from '../../components/May.tsx';
import { usePolicy } from '../../data/laptop.ts';
import { SettingRow } from './SettingRow.tsx';
import { useEdit } from './use-edit.ts';
import { Block, Row } from '../../components/layout.tsx';
import classes from './UpdateSettings.module.css';

const nothing = {};
const topics = ['updates'] as const;

/** The installed version, and the update to a newer one. */
export function UpdateSettings() {
  const text = useText();
  const { value, problem, refetch } = useQuery(window.boxwright.updates.state, nothing, topics);
  const install = useMutation(window.boxwright.updates.install);
  const wrong = install.problem ?? value?.problem ?? null;
  const sentence = value === null ? '' : saysOf(value, text);
  return (
    <Section title={text('updates.title')}>
      {value === null ? (
        problem === null ? (
          <RowsSkeleton rows={2} />
        ) : (
          <ProblemNotice problem={problem} onRetry={refetch} />
        )
      ) : (
        <Card padded={false}>
          <SettingRow label={text('updates.version', { version: value.version })} says={sentence}>
            {value.cannot === null &&
              (value.step.is === 'ready' ? (
                <Button loading={install.busy} onClick={() => void install.run({ evenIfOpen: false })}>
                  {text('updates.install')}
                </Button>
              ) : (
                <Actions updates={value} />
              ))}
          </SettingRow>
          {value.step.is === 'fetching' && <UnderWay {...value.step} />}
          {(value.step.is === 'fetching' || value.step.is === 'ready') && value.step.notes !== '' && (
            <div className={classes['news']}>
              <h3>{text('updates.news', { version: value.step.version })}</h3>
              {value.step.notes}
            </div>
          )}
          {value.cannot === null && (
            <May ask="updates.changeFeed">
              <UpdateServer feed={value.feed} />
            </May>
          )}
        </Card>
      )}
      {wrong !== null && (
        <Block above="1-half">
          <ProblemNotice problem={wrong} tone={install.problem === null ? 'trouble' : 'attention'}>
            {install.problem?.code === 'update-while-working' && (
              <Button variant="default" onClick={() => void install.run({ evenIfOpen: true })}>
                {text('updates.installAnyway')}
              </Button>
            )}
          </ProblemNotice>
        </Block>
      )}
    </Section>
  );
}

/** The status of the update in a sentence. */
function saysOf({ cannot, feed, step }: Updates, text: ReturnType<typeof useText>): string {
  if (cannot !== null) return text(cannot === 'no-key' ? 'updates.noKey' : 'updates.notInstalled');
  switch (step.is) {
    case 'idle':
      if (step.checkedAt !== null) return text('updates.newest', { at: step.checkedAt });
      return text(feed === null ? 'updates.notAsked' : 'updates.notYet');
    case 'looking':
      return text('updates.looking');
    case 'fetching':
      return text('updates.fetching', { version: step.version, percent: percentOf(step) });
    case 'ready':
      return text('updates.ready', { version: step.version });
    default:
      return neverReached(step);
  }
}

function Actions({ updates: { feed, step } }: { readonly updates: Updates }) {
  const text = useText();
  const check = useMutation(window.boxwright.updates.look);
  const stop = useMutation(window.boxwright.updates.stop);
  const takeFile = useMutation(window.boxwright.updates.takeFile);
  if (step.is === 'looking' || step.is === 'fetching') {
    return (
      <Button variant="default" onClick={() => void stop.run({})}>
        {text('updates.stop')}
      </Button>
    );
  }
  return (
    <Row gap="1" justify="end" wrap>
      {feed !== null && (
        <Button variant="default" onClick={() => void check.run({})}>
          {text('updates.look')}
        </Button>
      )}
      <Button variant="default" loading={takeFile.busy} onClick={() => void takeFile.run({})}>
        {text('updates.chooseFile')}
      </Button>
    </Row>
  );
}

interface Fetched {
  readonly version: string;
  readonly done: number;
  readonly total: number;
}

const percentOf = ({ done, total }: Pick<Fetched, 'done' | 'total'>) =>
  total === 0 ? 0 : Math.floor((100 * done) / total);

function UnderWay(step: Fetched) {
  const text = useText();
  const percent = percentOf(step);
  return (
    <div className={classes['progress']}>
      <Progress value={percent} aria-label={text('updates.fetching', { version: step.version, percent })} />
    </div>
  );
}

/** The update server. */
function UpdateServer({ feed }: { readonly feed: string | null }) {
  const text = useText();
  const { value: typed, change: setTyped, send } = useEdit(feed ?? '');
  const change = useMutation(window.boxwright.updates.changeFeed);
  const locked = usePolicy().updates !== undefined;
  const wanted = typed.trim();
  const save = () => {
    send();
    return change.run({ feed: wanted === '' ? null : wanted });
  };
  return (
    <>
      <SettingRow
        label={text('updates.feed')}
        says={text(locked ? 'common.setByAdministrator' : 'updates.feedSays')}
      >
        <Row
          as="form"
          gap="1"
          justify="end"
          className={classes['feed']}
          onSubmit={(event) => {
            event.preventDefault();
            void save();
          }}
        >
          <TextInput
            aria-label={text('updates.feed')}
            value={locked ? (feed ?? '') : typed}
            readOnly={locked}
            onChange={({ currentTarget }) => setTyped(currentTarget.value)}
            spellCheck={false}
            maxLength={500}
          />
          <Button
            type="submit"
            variant="default"
            loading={change.busy}
            disabled={locked || wanted === (feed ?? '')}
          >
            {text('updates.feedSave')}
          </Button>
        </Row>
      </SettingRow>
      {change.problem !== null && <ProblemNotice problem={change.problem} />}
    </>
  );
}
