import { Button, FileButton, TextInput } from '@mantine/core';
import { useState } from 'react';
import { MOST_FILE_BYTES, type OpenedFile } from '../../../shared/ipc/calls/job-transfer.ts';
import { makeProblem } from '../../../shared/problem.ts';
import { useDropPlace } from '../../navigation/dropped-files.ts';
import { navigate } from '../../navigation/route.ts';
import { useMutation } from '../../data/call.ts';
import { base64Of } from '../../components/files.tsx';
import { FormDialog } from '../../components/FormDialog.tsx';
import { useText } from '../../i18n/use-text.ts';
import { setJob } from '../../data/jobs.ts';
import { useQuery } from '../../data/lookup.ts';

const nothing = {};

/** A file from the picker, a drop, or the start of the app. */
interface Chosen {
  readonly name: string;
  readonly bytes: number;
  readonly content: () => Promise<string>;
}

/**
 * Takes a job over from another laptop, with its file and the passphrase. `given`: the file that opened the app or was
 * dropped on it.
 */
export function TakeJob({
  opened,
  onClose,
  given = null,
}: {
  readonly opened: boolean;
  readonly onClose: () => void;
  readonly given?: OpenedFile | File | null;
}) {
  const text = useText();
  const taking = useMutation(window.boxwright.handover.take);
  const laptop = useQuery(window.boxwright.handover.laptop, nothing, []).value;
  const [file, setFile] = useState<Chosen | null>(() => chosenAlready(given));
  const [passphrase, setPassphrase] = useState('');
  const [reason, setReason] = useState('');
  const own = taking.problem?.code === 'hand-over-own';
  const [asksWhy, setAsksWhy] = useState(false);
  if (own && !asksWhy) setAsksWhy(true);
  const refused =
    file !== null && file.bytes > MOST_FILE_BYTES
      ? makeProblem('opened-file-refused', { file: file.name })
      : file === null && given !== null && 'state' in given && given.state === 'refused'
        ? given.problem
        : null;
  const problem = taking.problem ?? refused;
  const ready = file !== null && refused === null && passphrase.trim() !== '';
  const choose = (picked: File | null | undefined) => setFile(picked ? chosen(picked) : null);
  const place = useDropPlace<HTMLFormElement>('job', opened ? ([picked]) => choose(picked) : null);
  const take = async () => {
    if (file === null) return;
    const answer = await taking.run({
      file: await file.content(),
      passphrase: passphrase.trim(),
      reason: reason.trim() === '' ? null : reason,
    });
    if (!answer.ok) return;
    setJob(answer.value);
    onClose();
    navigate({ screen: 'job', jobId: answer.value.id });
  };
  return (
    <FormDialog
      title={text('handOver.take')}
      opened={opened}
      size={560}
      says={text('handOver.takeSays')}
      act={text('handOver.takeAct')}
      calling={{ busy: taking.busy, problem }}
      ready={ready}
      form={place}
      onSubmit={take}
      onClose={onClose}
    >
      {laptop !== null && <p>{text('handOver.ownCode', { code: laptop.code })}</p>}
      <FileButton accept=".boxwright-job" onChange={choose}>
        {(props) => (
          <Button {...props} variant="default" type="button">
            {file === null ? text('handOver.file') : file.name}
          </Button>
        )}
      </FileButton>
      <TextInput
        label={text('handOver.passphrase')}
        value={passphrase}
        onChange={(event) => setPassphrase(event.currentTarget.value)}
        autoComplete="off"
        spellCheck={false}
        maxLength={200}
      />
      {asksWhy && (
        <TextInput
          label={text('handOver.reason')}
          description={text('handOver.reasonSays')}
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
          maxLength={500}
        />
      )}
    </FormDialog>
  );
}

function chosenAlready(given: OpenedFile | File | null): Chosen | null {
  if (given instanceof File) return chosen(given);
  if (given?.state !== 'read') return null;
  const { name, content } = given;
  return { name, bytes: (content.length / 4) * 3, content: async () => content };
}

const chosen = (file: File): Chosen => ({
  name: file.name,
  bytes: file.size,
  content: async () => base64Of(file),
});
