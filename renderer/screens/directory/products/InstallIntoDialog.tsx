import { z } from 'zod';
import type { DirectoryProductView } from '../../../../shared/domain/directory.ts';
import { carId } from '../../../../shared/ids.ts';
import { useText } from '../../../i18n/use-text.ts';
import { chosenSchema, productLabel } from '../picking/chosen.ts';
import { ChooseCar } from '../picking/ChooseOne.tsx';
import { createFormDrafts } from '../writes/form-drafts.ts';
import { useWrite } from '../writes/use-writes.ts';
import { WriteDialog } from '../writes/WriteDialog.tsx';

const useInstallDraft = createFormDrafts('install-into', z.object({ car: chosenSchema(carId) }));

/** Installs a known product into a car one chooses. */
export function InstallIntoDialog({
  product,
  onClose,
}: {
  readonly product: DirectoryProductView;
  readonly onClose: () => void;
}) {
  const text = useText();
  const { form, change, forget } = useInstallDraft(`product:${product.id}`, { car: null });
  const { car } = form;
  const install = useWrite(window.boxwright.edits.install, [
    `product:${product.id}`,
    ...(car === null ? [] : [`car:${car.id}`]),
  ]);
  const label = productLabel(product);
  const send = async () => {
    if (car === null) return false;
    const answer = await install.run({ carId: car.id, serialNumber: label });
    if (answer.ok) forget();
    return answer.ok;
  };
  return (
    <WriteDialog
      title={text('directory.product.installTitle', { serial: label })}
      says={text('directory.car.installSays')}
      act={text('directory.product.installAct')}
      busy={install.busy}
      problem={install.problem}
      ready={car !== null}
      onSubmit={send}
      onCancel={forget}
      onClose={onClose}
    >
      {(tried) => (
        <ChooseCar
          value={car}
          autoFocus
          onChange={(next) => change({ car: next })}
          error={tried && car === null ? text('directory.check.chooseCar') : null}
        />
      )}
    </WriteDialog>
  );
}
