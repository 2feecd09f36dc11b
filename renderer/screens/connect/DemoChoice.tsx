import { Button } from '@mantine/core';
import { navigate } from '../../navigation/route.ts';
import { useMutation } from '../../data/call.ts';
import { ProblemNotice } from '../../components/ProblemNotice.tsx';
import { Section } from '../../components/Section.tsx';
import { useText } from '../../i18n/use-text.ts';
import { useAnswer } from '../../data/answer.ts';
import { refreshStatus, useMay } from '../../data/status.ts';
import classes from './DemoChoice.module.css';
import { forgetDraft } from './draft.ts';

const everything = {} as const;

/** Another way in, where this build can: a demonstration on this machine, and nothing leaves it. */
export function DemoChoice() {
  const text = useText();
  const info = useAnswer(window.boxwright.app.info, everything);
  const start = useMutation(window.boxwright.connect.startDemo);
  const may = useMay();
  if (info.value?.demoOffered !== true || !may('connect.startDemo')) return null;
  const run = async () => {
    const answer = await start.run({});
    if (!answer.ok) return;
    await refreshStatus();
    forgetDraft();
    navigate({ screen: 'home' });
  };
  return (
    <Section title={text('connect.demoTitle')}>
      <div className={classes['choice']}>
        <p className={classes['says']} role="status">
          {text(start.busy ? 'connect.demoStarting' : 'connect.demoSays')}
        </p>
        <Button variant="default" loading={start.busy} onClick={() => void run()}>
          {text('connect.demo')}
        </Button>
        {start.problem !== null && <ProblemNotice problem={start.problem} />}
      </div>
    </Section>
  );
}
