import { Button, Modal, UnstyledButton } from '@mantine/core';
import { IconFileTypePdf } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import type { InstructionView } from '../../../shared/domain/instructions.ts';
import type { JobView } from '../../../shared/domain/job.ts';
import { Disclosure } from '../../components/Disclosure.tsx';
import { instructionPictures, useSubject } from '../../components/instruction-words.ts';
import { ProblemNotice } from '../../components/ProblemNotice.tsx';
import { Section } from '../../components/Section.tsx';
import { usePicture } from '../../components/checklist/use-picture.ts';
import { Stack, Text } from '../../components/layout.tsx';
import { useMutation } from '../../data/call.ts';
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
      {content.note.trim() !== '' && <p className={classes['note']}>{content.note}</p>}
      {content.files.map((file) => (
        <AttachedFile key={file.sha256} file={file} />
      ))}
      <Text as="p" size="caption" quiet>
        {at === null ? text('plan.onItsWay') : text('instructions.by', { version, worker, at })}
      </Text>
    </Stack>
  );
}

function AttachedFile({ file }: { readonly file: File }) {
  const text = useText();
  if (!file.here) {
    return (
      <Text as="p" size="small" quiet breaks>
        {text('instructions.notHere', { name: file.name })}
      </Text>
    );
  }
  return file.mediaType === 'application/pdf' ? <Pdf file={file} /> : <Picture file={file} />;
}

function Pdf({ file }: { readonly file: File }) {
  const text = useText();
  const open = useMutation(window.boxwright.instructions.openFile);
  return (
    <>
      <Button
        variant="default"
        fullWidth
        leftSection={<IconFileTypePdf size={20} stroke={1.8} aria-hidden />}
        loading={open.busy}
        onClick={() => void open.run({ digest: file.sha256 })}
      >
        {text('instructions.openFile', { name: file.name })}
      </Button>
      {open.problem !== null && <ProblemNotice problem={open.problem} />}
    </>
  );
}

/** A picture that a tap enlarges. Its space is kept while it loads. */
function Picture({ file }: { readonly file: File }) {
  const text = useText();
  const [large, setLarge] = useState(false);
  const picture = usePicture(instructionPictures, file.sha256);
  return (
    <>
      <UnstyledButton
        className={classes['picture']}
        aria-label={text('instructions.enlarge', { name: file.name })}
        disabled={picture === null}
        onClick={() => setLarge(true)}
      >
        {picture !== null && <img src={picture} alt="" />}
      </UnstyledButton>
      <Modal
        opened={large}
        onClose={() => setLarge(false)}
        title={file.name}
        size={1180}
        closeButtonProps={{ 'aria-label': text('common.close') }}
      >
        {picture !== null && <img className={classes['large']} src={picture} alt={file.name} />}
      </Modal>
    </>
  );
}
