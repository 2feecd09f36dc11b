import { TextInput } from '@mantine/core';
import { z } from 'zod';
import { looksLikeSerial } from '../../../../shared/domain/serial.ts';
import type { CarId } from '../../../../shared/ids.ts';
import { useText } from '../../../i18n/use-text.ts';
import type { Chosen } from '../picking/chosen.ts';
import { createFormDrafts } from '../writes/form-drafts.ts';
import { useWrite } from '../writes/use-writes.ts';
import { WriteDialog } from '../writes/WriteDialog.tsx';
import classes from './CarFields.module.css';

const useInstallDraft = createFormDrafts('install-box', z.object({ serial: z.string() }));

/** Tells the operator that a Box is in a car, by its serial. */
export function InstallBoxDialog({
  car,
  onClose,
}: {
  readonly car: Chosen<CarId>;
  readonly onClose: () => void;
}) {
  const text = useText();
  const { form, change, forget } = useInstallDraft(`car:${car.id}`, { serial: '' });
  const install = useWrite(window.boxwright.edits.install, [`car:${car.id}`]);
  const serial = form.serial.trim();
  const fault =
    serial === ''
      ? text('directory.check.serialMissing')
      : looksLikeSerial(serial)
        ? null
        : text('directory.check.serialMalformed');
  const send = async () => {
    const answer = await install.run({ carId: car.id, serialNumber: form.serial });
    if (answer.ok) forget();
    return answer.ok;
  };
  return (
    <WriteDialog
      title={text('directory.car.installTitle', { car: car.label })}
      says={text('directory.car.installSays')}
      act={text('directory.car.installAct')}
      busy={install.busy}
      problem={install.problem}
      ready={fault === null}
      onSubmit={send}
      onCancel={forget}
      onClose={onClose}
    >
      {(tried) => (
        <TextInput
          data-autofocus
          data-takes-scans="serial"
          label={text('directory.car.serial')}
          description={text('directory.car.serialSays')}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          classNames={{ input: classes['mono'] ?? '' }}
          value={form.serial}
          error={tried ? fault : null}
          onChange={(event) => change({ serial: event.currentTarget.value })}
          autoComplete="off"
          spellCheck={false}
        />
      )}
    </WriteDialog>
  );
}
