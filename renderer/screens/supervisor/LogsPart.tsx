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
import { Row, Text } from '../../components/layout.tsx';
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
      <p className={classes['lead']}>{text('installations.logs.lead')}</p>
      {problem !== null && <ProblemNotice problem={problem} onRetry={refetch} />}
      {value === null && problem === null && <RowsSkeleton rows={3} height={140} />}
      {value?.chains.length === 0 && (
        <EmptyState icon={IconFileOff} title={text('installations.logs.none')}>
          {text('installations.logs.noneSays')}
        </EmptyState>
      )}
      {value !== null && <KeyChanges changes={value.keyChanges} onAccepted={refetch} />}
      <ul className={classes['list']}>
        {value?.chains.map((chain) => (
          <li key={chain.chain}>
            <Chain chain={chain} />
          </li>
        ))}
      </ul>
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
      <article className={classes['chain']} aria-label={name}>
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
        <dl className={classes['facts']}>
          <div>
            <dt>{text('installations.logs.verified')}</dt>
            <dd>
              {text('installations.logs.upTo', {
                number: format.number(chain.verifiedTo),
                of: format.number(chain.newest?.number ?? chain.entries),
              })}
            </dd>
          </div>
          <div>
            <dt>{text('installations.logs.jobs')}</dt>
            <dd>{format.number(chain.jobs)}</dd>
          </div>
          <div>
            <dt>{text('installations.logs.newest')}</dt>
            <dd>{chain.newest === null ? text('common.unknown') : format.dateTime(chain.newest.at)}</dd>
          </div>
          <div>
            <dt>{text('installations.logs.clock')}</dt>
            <dd>
              {offset === null ? text('installations.logs.clockUnknown') : <Offset by={offset} />}
              {off && (
                <span className={classes['off']}>
                  <IconAlertTriangle size={16} stroke={2} aria-hidden />
                  {text(worst > 0 ? 'installations.logs.wasAhead' : 'installations.logs.wasBehind', {
                    duration: format.duration(Math.abs(worst)),
                  })}
                </span>
              )}
            </dd>
          </div>
        </dl>
        {chain.fault !== null && <Fault fault={chain.fault} />}
        {chain.signed.rest !== null && (
          <p className={classes[chain.signed.rest === 'unsigned' ? 'fork' : 'fault']} role="note">
            {chain.signed.rest === 'unsigned' && <IconWritingSignOff size={18} stroke={2} aria-hidden />}
            {text(`installations.logs.signature.${chain.signed.rest}`, {
              laptop: name,
              number: format.number(chain.signed.upTo + 1),
            })}
          </p>
        )}
        {chain.continues !== null && (
          <p className={classes['fork']}>
            <IconGitBranch size={18} stroke={2} aria-hidden />
            {text('installations.logs.continues', {
              number: chain.continues.number,
              count: chain.continues.beyond,
            })}
          </p>
        )}
        <p className={classes['id']}>
          {text('installations.logs.id')} <code>{chain.chain}</code>
        </p>
      </article>
    </Card>
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
    <div className={classes['fault']} role="note">
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
    </div>
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
    <ul className={classes['keys']}>
      {changes.map((change) => (
        <li key={change.key} className={classes['fault']}>
          <Change change={change} onAccepted={onAccepted} />
        </li>
      ))}
    </ul>
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
    <div className={classes['keyChange']}>
      <p>
        <IconKey size={20} stroke={1.9} aria-hidden />
        {text('installations.logs.keyChanged', { laptop, at: format.dateTime(at) })}
      </p>
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
    </div>
  );
}
