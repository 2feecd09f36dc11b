import { Button } from '@mantine/core';
import type { HealthAct, HealthFinding } from '../../../shared/domain/diagnostics.ts';
import { neverReached } from '../../../shared/never.ts';
import { navigate } from '../../navigation/route.ts';
import { useMutation } from '../../data/call.ts';
import { healthBadges } from '../../components/badges.ts';
import { Disclosure } from '../../components/Disclosure.tsx';
import { ProblemNotice, Saying } from '../../components/ProblemNotice.tsx';
import { StateBadge } from '../../components/StateBadge.tsx';
import { useText } from '../../i18n/use-text.ts';
import classes from './Diagnostics.module.css';

/** Where the bundle's part of the page begins. */
export const BUNDLE_PLACE = 'support-bundle';

/** One part: its name, its state, and why; what mends it where something does. */
export function HealthRow({
  finding,
  onMended,
}: {
  readonly finding: HealthFinding;
  readonly onMended: () => void;
}) {
  const text = useText();
  const badge = healthBadges[finding.state];
  return (
    <li className={classes['part']}>
      <div className={classes['name']}>
        <h3>{text(`health.part.${finding.part}`)}</h3>
        <StateBadge tone={badge.tone} icon={badge.icon}>
          {text(badge.word)}
        </StateBadge>
      </div>
      <Reported finding={finding} onMended={onMended} />
    </li>
  );
}

function Reported({ finding, onMended }: { readonly finding: HealthFinding; readonly onMended: () => void }) {
  const text = useText();
  switch (finding.state) {
    case 'good':
    case 'unchecked':
      return (
        <div className={classes['reported']}>
          <p>
            <Saying of={finding.says} />
          </p>
          {finding.raw !== null && finding.raw !== '' && (
            <Disclosure label={text('problem.rawWords')}>
              <pre className={classes['raw']}>{finding.raw}</pre>
            </Disclosure>
          )}
        </div>
      );
    case 'attention':
    case 'broken':
      return (
        <div className={classes['reported']}>
          <ProblemNotice
            problem={finding.problem}
            tone={finding.state === 'broken' ? 'trouble' : 'attention'}
          >
            {finding.act === null ? undefined : <Act act={finding.act} onMended={onMended} />}
          </ProblemNotice>
        </div>
      );
    default:
      return neverReached(finding);
  }
}

/** The remedy that the app offers. */
function Act({ act, onMended }: { readonly act: HealthAct; readonly onMended: () => void }) {
  const text = useText();
  const tryNow = useMutation(window.boxwright.queue.tryNow);
  const measure = useMutation(window.boxwright.diagnostics.measureClock);
  const read = useMutation(window.boxwright.directory.sync);
  const mend = async () => {
    switch (act) {
      case 'try-now':
        await tryNow.run({});
        return onMended();
      case 'measure-clock':
        await measure.run({});
        return onMended();
      case 'read-fleet':
        await read.run({});
        return onMended();
      case 'open-connection':
        return navigate({ screen: 'connect' });
      case 'open-settings':
        return navigate({ screen: 'settings' });
      case 'make-bundle':
        document.getElementById(BUNDLE_PLACE)?.scrollIntoView({ block: 'start' });
        return undefined;
      default:
        return neverReached(act);
    }
  };
  return (
    <Button variant="default" loading={tryNow.busy || measure.busy || read.busy} onClick={() => void mend()}>
      {text(`health.act.${act}`)}
    </Button>
  );
}
