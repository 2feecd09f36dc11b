import { useMemo } from 'react';
import type { InstructionView } from '../../../shared/domain/office-documents.ts';
import type { JobView } from '../../../shared/domain/job.ts';
import { AttachedFileView } from '../../components/files.tsx';
import { Disclosure } from '../../components/Disclosure.tsx';
import { instructionPictures, useSubject } from '../../components/instruction-words.ts';
import { ProblemNotice } from '../../components/ProblemNotice.tsx';
import { Section } from '../../components/Section.tsx';
import { usePicture } from '../../components/checklist/photos.ts';
import { Stack, Text } from '../../components/layout.tsx';
import { useQuery } from '../../data/lookup.ts';
import { useText } from '../../i18n/use-text.ts';
import { useFlow } from '../flow-context.ts';
import classes from './FittingInstructions.module.css';

const topics = ['instructions', 'profile'] as const;
type File = InstructionView['content']['files'][number];

/** The supervisors' instructions for this car and key: the best match, then the others on demand. */
export function FittingInstructions() {
  const text = useText();
  const { job } = useFlow();
  const about = [job.car?.brand, job.car?.model, keyOf(job)].join(' ');
  const question = useMemo(() => ({ jobId: job.id, about }), [job.id, about]);
  const { value, problem, refetch } = useQuery(askInstructions, question, topics);
  const [best, ...others] = value?.instructions ?? [];
  if (best === undefined && problem === null) return null;
  return (
    <Section title={text('instructions.title')}>
      {problem !== null && <ProblemNotice problem={problem} tone="attention" onRetry={refetch} />}
      {best !== undefined && <Instruction instruction={best} />}
      {others.length > 0 && (
        <Disclosure label={text('instructions.more', { count: others.length })}>
          <Stack as="ul" gap="2" plain>
            {others.map((one) => (
              <li key={one.id}>
                <Instruction instruction={one} />
              </li>
            ))}
          </Stack>
        </Disclosure>
      )}
    </Section>
  );
}

// Another car or key changes the query.
const askInstructions = ({ jobId }: { readonly jobId: JobView['id']; readonly about: string }) =>
  window.boxwright.instructions.ofJob({ jobId });

const keyOf = (job: JobView): number | null => (job.kind === 'removal' ? null : (job.key?.id ?? null));

function Instruction({
  instruction: { content, version, worker, at },
}: {
  readonly instruction: InstructionView;
}) {
  const text = useText();
  const subject = useSubject();
  return (
    <Stack gap="1">
      <div>
        <Text as="p" weight="strong" breaks>
          {content.title}
        </Text>
        <Text as="p" size="small" quiet>
          {text('instructions.for', { of: subject(content) })}
        </Text>
      </div>
      {content.note.trim() !== '' && (
        <Text as="p" breaks className={classes['note']}>
          {content.note}
        </Text>
      )}
      {content.files.map((file) => (
        <Attached key={file.sha256} file={file} />
      ))}
      <Text as="p" size="caption" quiet>
        {at === null ? text('plan.onItsWay') : text('instructions.by', { version, worker, at })}
      </Text>
    </Stack>
  );
}

function Attached({ file }: { readonly file: File }) {
  const text = useText();
  const isPicture = file.here && file.mediaType !== 'application/pdf';
  const picture = usePicture(isPicture ? instructionPictures : null, file.sha256);
  if (!file.here) {
    return (
      <Text as="p" size="small" quiet breaks>
        {text('instructions.notHere', { name: file.name })}
      </Text>
    );
  }
  return (
    <AttachedFileView
      file={file}
      picture={picture}
      onOpen={() => window.boxwright.instructions.openFile({ digest: file.sha256 })}
    />
  );
}
