import { Button } from '@mantine/core';
import { IconArrowsDiff, IconCircleCheck, IconCloudSearch, IconHelpCircle } from '@tabler/icons-react';
import { useState } from 'react';
import type { NowAtOperator } from '../../../../shared/domain/supervision-job.ts';
import type { JobId } from '../../../../shared/ids.ts';
import { useMutation } from '../../../data/call.ts';
import { ProblemNotice, ProblemSentence } from '../../../components/ProblemNotice.tsx';
import { Section } from '../../../components/Section.tsx';
import { useFormat } from '../../../format/use-format.ts';
import { useProblemText, useText } from '../../../i18n/use-text.ts';
import { Sign } from '../Sign.tsx';
import { Stack, Text } from '../../../components/layout.tsx';
import classes from './Job.module.css';

/** Compares the log with the operator's present state, only on request. */
export function NowAtOperatorSection({ jobId }: { readonly jobId: JobId }) {
  const text = useText();
  const ask = useMutation(window.boxwright.supervision.nowAtOperator);
  const [found, setFound] = useState<NowAtOperator | null>(null);
  const compare = async () => {
    const answer = await ask.run({ jobId });
    if (answer.ok) setFound(answer.value);
  };
  return (
    <Section
      title={text('installations.now.title')}
      aside={
        <Button
          variant="default"
          loading={ask.busy}
          leftSection={<IconCloudSearch size={18} aria-hidden />}
          onClick={() => void compare()}
        >
          {text(found === null ? 'installations.now.ask' : 'installations.now.again')}
        </Button>
      }
    >
      {ask.problem !== null && <ProblemNotice problem={ask.problem} tone="attention" />}
      {found !== null && <Found found={found} />}
      {found === null && ask.problem === null && (
        <Text as="p" size="small" quiet>
          {text('installations.now.says')}
        </Text>
      )}
    </Section>
  );
}

function Found({ found }: { readonly found: NowAtOperator }) {
  const text = useText();
  const problemText = useProblemText();
  return (
    <Stack gap="1-half" role="status">
      <Text as="p" size="small" quiet>
        {text('installations.now.askedAt', { at: found.askedAt })}
      </Text>
      {found.differences.length > 0 && <Differences differences={found.differences} />}
      <Stack as="ul" gap="1" plain>
        {found.same.map((what) => (
          <li key={what}>
            <Sign badge={{ tone: 'done', icon: IconCircleCheck, word: `installations.now.same.${what}` }} />
          </li>
        ))}
        {found.unanswered.map(({ what, problem }) => (
          <li key={what}>
            <Sign badge={{ tone: 'neutral', icon: IconHelpCircle, word: `installations.now.open.${what}` }} />
            <Text size="small" quiet>
              {problem === null ? text('installations.now.notReported') : problemText(problem).says}
            </Text>
          </li>
        ))}
      </Stack>
    </Stack>
  );
}

function Differences({ differences }: Pick<NowAtOperator, 'differences'>) {
  const text = useText();
  const format = useFormat();
  return (
    <table className={classes['differences']}>
      <thead>
        <tr>
          <th scope="col">{text('installations.now.mark')}</th>
          <th scope="col">{text('installations.now.log')}</th>
          <th scope="col">{text('installations.now.operator')}</th>
        </tr>
      </thead>
      <tbody>
        {differences.map(({ kind, log, loggedAt, operator }) => (
          <tr key={kind}>
            <td>
              <Sign badge={{ tone: 'trouble', icon: IconArrowsDiff, word: 'installations.now.differs' }} />
            </td>
            <td>
              <ProblemSentence of={log} />
              {loggedAt !== null && <Text size="small" quiet>{` ${format.dateTime(loggedAt)}`}</Text>}
            </td>
            <td>
              <strong>
                <ProblemSentence of={operator} />
              </strong>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
