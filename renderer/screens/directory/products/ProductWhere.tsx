import type { DirectoryProductView } from '../../../../shared/domain/directory.ts';
import { CarLine } from '../../../components/CarLine.tsx';
import { useText } from '../../../i18n/use-text.ts';

/** The car a product is in, in none, or not known; the last is never shown as "in none". */
export function ProductWhere({ where }: { readonly where: DirectoryProductView['car'] }) {
  const text = useText();
  if (!where.known) return <>{text('directory.product.whereUnknown')}</>;
  if (where.car !== null) return <CarLine car={where.car} />;
  return where.carId === null ? (
    <>{text('directory.product.free')}</>
  ) : (
    <>{text('directory.product.inCar', { id: where.carId })}</>
  );
}
