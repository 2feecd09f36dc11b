import { Skeleton } from '@mantine/core';
import type { DirectoryAssignment } from '../../../../shared/domain/directory.ts';
import type { CarId, ProductId } from '../../../../shared/ids.ts';
import { Confirmation } from '../../../components/Confirmation.tsx';
import { useText } from '../../../i18n/use-text.ts';
import { useAnswer } from '../../../stores/answer.ts';
import { PeriodLines } from '../access/PeriodLines.tsx';
import { useFocusBack } from '../frame/use-focus-back.ts';
import type { Chosen } from '../picking/chosen.ts';
import { useWrite } from '../writes/use-writes.ts';

/** Asks before a product leaves its car: a Box takes the car's accesses along, and they are named one by one first. */
export function UninstallQuestion({
  product,
  car,
  onClose,
}: {
  readonly product: Chosen<ProductId>;
  readonly car: Chosen<CarId> | null;
  readonly onClose: () => void;
}) {
  const text = useText();
  useFocusBack();
  const preview = useAnswer(window.boxwright.edits.uninstallPreview, { productId: product.id });
  const uninstall = useWrite(window.boxwright.edits.uninstall, [
    `product:${product.id}`,
    ...(car === null ? [] : [`car:${car.id}`]),
  ]);
  const reading = preview.value === null && preview.problem === null;
  return (
    <Confirmation
      open
      title={
        car === null
          ? text('directory.product.removeTitleNoCar', { serial: product.label })
          : text('directory.product.removeTitle', { serial: product.label, car: car.label })
      }
      says={[text('directory.product.removeSays')]}
      yes={text('directory.product.removeYes')}
      no={text('directory.product.removeNo')}
      danger
      calling={{ busy: uninstall.busy || reading, problem: uninstall.problem }}
      onYes={() => uninstall.run({ productId: product.id })}
      onClose={onClose}
    >
      {reading ? (
        <div role="status" aria-label={text('directory.product.removeReading')}>
          <p>{text('directory.product.removeReading')}</p>
          <Skeleton height={64} mt={8} />
        </div>
      ) : (
        <Takes
          takes={preview.value?.takesAssignments ?? true}
          // What could not be asked is not known: it is never said that nothing goes.
          accesses={preview.value?.assignments ?? null}
        />
      )}
    </Confirmation>
  );
}

function Takes({
  takes,
  accesses,
}: {
  readonly takes: boolean;
  readonly accesses: readonly DirectoryAssignment[] | null;
}) {
  const text = useText();
  if (!takes) return <p>{text('directory.product.removeTakesNothing')}</p>;
  if (accesses === null) return <p>{text('directory.product.removeTakesUnknown')}</p>;
  if (accesses.length === 0) return <p>{text('directory.product.removeTakesNone')}</p>;
  const says = text('directory.product.removeTakes', { count: accesses.length });
  return (
    <>
      <p>{says}</p>
      <PeriodLines label={says} accesses={accesses} names="user" />
    </>
  );
}
