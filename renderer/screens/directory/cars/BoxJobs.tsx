import { Button } from '@mantine/core';
import type { CarId } from '../../../../shared/ids.ts';
import { navigate } from '../../../navigation/route.ts';
import { useMutation } from '../../../data/call.ts';
import { ProblemNotice } from '../../../components/ProblemNotice.tsx';
import { useText } from '../../../i18n/use-text.ts';

/** The guided ways to take this car's Box out, or to put another one in its place. */
export function BoxJobs({ car }: { readonly car: CarId }) {
  const text = useText();
  const start = useMutation(window.boxwright.jobs.start);
  const begin = async (kind: 'removal' | 'swap') => {
    const answer = await start.run({ kind, carId: car });
    if (answer.ok) navigate({ screen: 'job', jobId: answer.value.id });
  };
  return (
    <>
      <Button variant="default" onClick={() => void begin('swap')}>
        {text('home.new.swap.title')}
      </Button>
      <Button variant="default" onClick={() => void begin('removal')}>
        {text('home.new.removal.title')}
      </Button>
      {start.problem !== null && <ProblemNotice problem={start.problem} />}
    </>
  );
}
