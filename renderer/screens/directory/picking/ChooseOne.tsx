import type { CarId, GroupId, ProductId, UserId } from '../../../../shared/ids.ts';
import { carTitle } from '../../../components/CarLine.tsx';
import { useText } from '../../../i18n/use-text.ts';
import { carLabel, type Chosen, productLabel } from './chosen.ts';
import { ChooseField } from './ChooseField.tsx';

interface Choosing<Id> {
  readonly value: Chosen<Id> | null;
  readonly onChange: (chosen: Chosen<Id> | null) => void;
  readonly error: string | null;
  readonly label?: string;
  readonly autoFocus?: boolean;
}

/** Chooses a car by plate, VIN, name or brand. */
export function ChooseCar({ label, ...rest }: Choosing<CarId>) {
  const text = useText();
  return (
    <ChooseField
      {...rest}
      label={label ?? text('directory.access.car')}
      placeholder={text('directory.pick.car')}
      part="cars"
      list={window.boxwright.directory.listCars}
      labelOf={carLabel}
      small={(car) => [carTitle(car), car.vin].filter((part) => part !== null).join(' · ')}
    />
  );
}

/** Chooses a user by name or address. */
export function ChooseUser({ label, ...rest }: Choosing<UserId>) {
  const text = useText();
  return (
    <ChooseField
      {...rest}
      label={label ?? text('directory.access.user')}
      placeholder={text('directory.pick.user')}
      part="users"
      list={window.boxwright.directory.listUsers}
      labelOf={({ name }) => name}
      small={({ emailAddress }) => emailAddress}
    />
  );
}

/** Chooses a group. */
export function ChooseGroup({ label, ...rest }: Choosing<GroupId>) {
  const text = useText();
  return (
    <ChooseField
      {...rest}
      label={label ?? text('step.group')}
      placeholder={text('directory.pick.group')}
      part="groups"
      list={window.boxwright.directory.listGroups}
      labelOf={({ name }) => name}
      small={() => null}
    />
  );
}

/** Chooses a Box or another product by one of its numbers. */
export function ChooseProduct({ label, ...rest }: Choosing<ProductId>) {
  const text = useText();
  return (
    <ChooseField
      {...rest}
      label={label ?? text('directory.service.product')}
      placeholder={text('directory.pick.product')}
      part="products"
      list={window.boxwright.directory.listProducts}
      labelOf={productLabel}
      small={({ type }) => type}
    />
  );
}
