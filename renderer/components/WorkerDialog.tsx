import { Modal } from '@mantine/core';
import { useText } from '../i18n/use-text.ts';
import { WorkerForm } from './WorkerForm.tsx';

/** Asks who is working. The next colleague must not work under the first one's name. */
export function WorkerDialog({
  worker,
  open,
  onClose,
}: {
  readonly worker: string;
  readonly open: boolean;
  readonly onClose: () => void;
}) {
  const text = useText();
  return (
    <Modal opened={open} onClose={onClose} title={text('worker.title')} size={480}>
      <WorkerForm worker={worker} onClose={onClose} />
    </Modal>
  );
}
