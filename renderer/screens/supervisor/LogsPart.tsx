import {
  IconAlertTriangle,
  IconCircleCheck,
  IconFileOff,
  IconGitBranch,
  IconWritingSignOff,
  IconKey,
} from '@tabler/icons-react';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { CLOCK_OFF_MS } from '../../../shared/time.ts';
import type { ChainState, KeyChange } from '../../../shared/domain/supervision-overview.ts';
import { Card } from '../../components/Section.tsx';
import { EmptyState, RowsSkeleton } from '../../components/EmptyState.tsx';
import { ProblemNotice } from '../../components/ProblemNotice.tsx';
import { StateBadge } from '../../components/StateBadge.tsx';
import { useFormat } from '../../format/use-format.ts';
import { useText } from '../../i18n/use-text.ts';
import { useQuery } from '../../data/lookup.ts';
import { supervisionTopics } from '../../data/supervision.ts';
import { useMutation } from '../../data/call.ts';
import { ReasonDialog } from '../../components/ReasonDialog.tsx';
import { May } from '../../components/May.tsx';
import { Grid, Row, Stack, Text } from '../../components/layout.tsx';
import board from './Board.module.css';
import classes from './LogsPart.module.css';

const nothing = {};

/** The laptops' logs: the verified part of each, the first bad entry with its meaning, and the clock offset. */
export function LogsPart() {
  const text = useText();
  const { value, problem, refetch } = useQuery(
    window.boxwright.supervision.chains,
    nothing,
    supervisionTopics,
  );
  return (
    <div className={board['scroll']} tabIndex={0} role="region" aria-label={text('installations.part.logs')}>
      <Text as="p" below="2" quiet className={classes['lead']}>
        {text('installations.logs.lead')}
      </Text>
      {problem !== null && <ProblemNotice problem={problem} onRetry={refetch} />}
      {value === null && problem === null && <RowsSkeleton rows={3} height={140} />}
      {value?.chains.length === 0 && (
        <EmptyState icon={IconFileOff} title={text('installations.logs.none')}>
          {text('installations.logs.noneSays')}
        </EmptyState>
      )}
      {value !== null && <KeyChanges changes={value.keyChanges} onAccepted={refetch} />}
      <Grid as="ul" plain gap="2" className={classes['list']}>
        {value?.chains.map((chain) => (
          <li key={chain.chain}>
            <Chain chain={chain} />
          </li>
        ))}
      </Grid>
    </div>
  );
}

function Chain({ chain }: { readonly chain: ChainState }) {
  const text = useText();
  const format = useFormat();
  const name = chain.own
    ? text('installations.thisLaptop')
    : (chain.laptop ?? text('installations.logs.noName'));
  const offset = chain.clock.newestOffsetMs;
  const worst = chain.clock.worstOffsetMs;
  const off = worst !== null && Math.abs(worst) >= CLOCK_OFF_MS;
  return (
    <Card>
      <Stack as="article" gap="2" aria-label={name}>
        <Row gap="1" align="center" justify="between" wrap>
          <h3>{chain.own && chain.laptop !== null ? `${name}, ${chain.laptop}` : name}</h3>
          {chain.fault === null ? (
            <StateBadge tone="done" icon={IconCircleCheck}>
              {text('installations.logs.sound')}
            </StateBadge>
          ) : (
            <StateBadge tone="trouble" icon={IconAlertTriangle}>
              {text('installations.logs.faulty')}
            </StateBadge>
          )}
        </Row>
        <Grid as="dl" className={classes['facts']}>
          <div>
            <Text as="dt" size="caption" quiet>
              {text('installations.logs.verified')}
            </Text>
            <Row as="dd" align="center" wrap line="body" tabular className={classes['value']}>
              {text('installations.logs.upTo', {
                number: format.number(chain.verifiedTo),
                of: format.number(chain.newest?.number ?? chain.entries),
              })}
            </Row>
          </div>
          <div>
            <Text as="dt" size="caption" quiet>
              {text('installations.logs.jobs')}
            </Text>
            <Row as="dd" align="center" wrap line="body" tabular className={classes['value']}>
              {format.number(chain.jobs)}
            </Row>
          </div>
          <div>
            <Text as="dt" size="caption" quiet>
              {text('installations.logs.newest')}
            </Text>
            <Row as="dd" align="center" wrap line="body" tabular className={classes['value']}>
              {chain.newest === null ? text('common.unknown') : format.dateTime(chain.newest.at)}
            </Row>
          </div>
          <div>
            <Text as="dt" size="caption" quiet>
              {text('installations.logs.clock')}
            </Text>
            <Row as="dd" align="center" wrap line="body" tabular className={classes['value']}>
              {offset === null ? text('installations.logs.clockUnknown') : <Offset by={offset} />}
              {off && (
                <Row
                  as="span"
                  gap="1"
                  align="center"
                  weight="strong"
                  tone="attention"
                  className={classes['off']}
                >
                  <IconAlertTriangle size={16} stroke={2} aria-hidden />
                  {text(worst > 0 ? 'installations.logs.wasAhead' : 'installations.logs.wasBehind', {
                    duration: format.duration(Math.abs(worst)),
                  })}
                </Row>
              )}
            </Row>
          </div>
        </Grid>
        {chain.fault !== null && <Fault fault={chain.fault} />}
        {chain.signed.rest !== null && (
          <Unsigned rest={chain.signed.rest} laptop={name} from={chain.signed.upTo + 1} />
        )}
        {chain.continues !== null && (
          <Row as="p" gap="1" size="small" line="inherit" quiet>
            <IconGitBranch size={18} stroke={2} aria-hidden />
            {text('installations.logs.continues', {
              number: chain.continues.number,
              count: chain.continues.beyond,
            })}
          </Row>
        )}
        <Text as="p" size="caption" line="caption" quiet breaks>
          {text('installations.logs.id')}{' '}
          <Text as="code" mono>
            {chain.chain}
          </Text>
        </Text>
      </Stack>
    </Card>
  );
}

/** The entries of a laptop without a signature that holds. */
function Unsigned({
  rest,
  laptop,
  from,
}: {
  readonly rest: NonNullable<ChainState['signed']['rest']>;
  readonly laptop: string;
  readonly from: number;
}) {
  const text = useText();
  const format = useFormat();
  const says = text(`installations.logs.signature.${rest}`, { laptop, number: format.number(from) });
  return rest === 'unsigned' ? (
    <Row as="p" gap="1" size="small" line="inherit" quiet role="note">
      <IconWritingSignOff size={18} stroke={2} aria-hidden />
      {says}
    </Row>
  ) : (
    <Text as="p" size="lead" note="trouble" role="note">
      {says}
    </Text>
  );
}

/** How far a laptop's clock was ahead or behind. */
function Offset({ by }: { readonly by: number }) {
  const text = useText();
  const format = useFormat();
  if (Math.abs(by) < 1000) return <span>{text('installations.logs.clockRight')}</span>;
  return (
    <span>
      {text(by > 0 ? 'installations.logs.ahead' : 'installations.logs.behind', {
        duration: format.duration(Math.abs(by)),
      })}
    </span>
  );
}

function Fault({ fault }: { readonly fault: NonNullable<ChainState['fault']> }) {
  const text = useText();
  const format = useFormat();
  return (
    <Text as="div" size="lead" note="trouble" role="note">
      <Text as="p" weight="strong">
        {text(`log.fault.${fault.kind}`, { number: fault.number })}
      </Text>
      {fault.entry !== null && (
        <p>
          {text('log.entry', {
            number: fault.number,
            worker: fault.entry.worker,
            at: format.dateTime(fault.entry.at),
          })}{' '}
          <code>{fault.entry.type}</code>
        </p>
      )}
      {fault.other !== null && (
        <p>
          {text('installations.logs.other', {
            number: fault.number,
            worker: fault.other.worker,
            type: fault.other.type,
          })}
        </p>
      )}
      <p>{text(`installations.logs.means.${fault.kind}`)}</p>
    </Text>
  );
}

/** Untrusted keys, each with the button by which a person trusts it. */
function KeyChanges({
  changes,
  onAccepted,
}: {
  readonly changes: readonly KeyChange[];
  readonly onAccepted: () => void;
}) {
  if (changes.length === 0) return null;
  return (
    <Grid as="ul" gap="1" className={classes['keys']}>
      {changes.map((change) => (
        <Text as="li" key={change.key} size="lead" note="trouble">
          <Change change={change} onAccepted={onAccepted} />
        </Text>
      ))}
    </Grid>
  );
}

function Change({ change, onAccepted }: { readonly change: KeyChange; readonly onAccepted: () => void }) {
  const text = useText();
  const format = useFormat();
  const accepting = useMutation(window.boxwright.supervision.acceptKey);
  const [asking, setAsking] = useState(false);
  const { key, laptop, at, role } = change;
  const accept = async (reason: string) => {
    const answer = await accepting.run({ key, reason });
    if (!answer.ok) return;
    setAsking(false);
    onAccepted();
  };
  return (
    <Row align="center" justify="between" wrap className={classes['keyChange']}>
      <Row as="p" gap="1">
        <IconKey data-tone="trouble" size={20} stroke={1.9} aria-hidden />
        {text('installations.logs.keyChanged', { laptop, at: format.dateTime(at) })}
      </Row>
      <May ask="supervision.acceptKey">
        <Button variant="default" onClick={() => setAsking(true)}>
          {text('installations.logs.acceptKey.ask')}
        </Button>
      </May>
      <ReasonDialog
        opened={asking}
        words={{
          title: text('installations.logs.acceptKey.title', { laptop }),
          says: text(
            `installations.logs.acceptKey.says.${role === 'installer' ? 'installer' : 'supervisor'}`,
          ),
          reason: text('installations.logs.acceptKey.reason'),
          act: text('installations.logs.acceptKey.act'),
          cancel: text('common.cancel'),
        }}
        busy={accepting.busy}
        problem={accepting.problem}
        onAct={(reason) => void accept(reason)}
        onClose={() => setAsking(false)}
      />
    </Row>
  );
}
