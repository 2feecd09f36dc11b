import { Button } from '@mantine/core';
import { navigate } from '../navigation/route.ts';
import { useMutation } from '../data/call.ts';
import { ProblemNotice } from '../components/ProblemNotice.tsx';
import { setJob } from '../data/jobs.ts';
import { useFlow } from './flow-context.ts';

/**
 * Begins a swap or a removal of the Box in the job's car. Renders nothing for a car that the operator does not have
 * yet.
 */
export function StartHere({
  kind,
  label,
  className,
}: {
  readonly kind: 'swap' | 'removal';
  readonly label: string;
  readonly className?: string;
}) {
  const { job } = useFlow();
  const start = useMutation(window.boxwright.jobs.start);
  const carId = job.car?.id ?? null;
  if (carId === null) return null;
  const begin = async () => {
    const begun = await start.run({ kind, carId });
    if (!begun.ok) return;
    setJob(begun.value);
    navigate({ screen: 'job', jobId: begun.value.id });
  };
  return (
    <>
      <Button
        variant="default"
        {...(className === undefined ? {} : { className })}
        loading={start.busy}
        onClick={() => void begin()}
      >
        {label}
      </Button>
      {start.problem !== null && <ProblemNotice problem={start.problem} />}
    </>
  );
}
