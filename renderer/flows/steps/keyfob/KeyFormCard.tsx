import { IconBluetoothOff } from '@tabler/icons-react';
import { useId } from 'react';
import type { DirectoryKey } from '../../../../shared/domain/directory.ts';
import type { KeyId } from '../../../../shared/ids.ts';
import { KeyPicture } from '../../../components/KeyPicture.tsx';
import { useText } from '../../../i18n/use-text.ts';
import type { KeyForm } from '../../../components/key-forms.ts';
import radio from '../../../components/Radio.module.css';
import classes from './KeyFormCard.module.css';

/** A key form: its picture, and below it the variants one may mean. */
export function KeyFormCard({
  form,
  selectedId,
  onSelect,
}: {
  readonly form: KeyForm;
  readonly selectedId: KeyId | null;
  readonly onSelect: (keyId: KeyId) => void;
}) {
  const here = form.variants.some((variant) => variant.id === selectedId);
  return (
    <div className={classes['card']} data-selected={here || undefined}>
      <div className={classes['form']}>
        <KeyPicture url={form.pictureUrl} name={form.name} size={96} />
        <h3>{form.name}</h3>
      </div>
      <div className={classes['variants']}>
        {form.variants.map((variant) => (
          <Variant
            key={variant.id}
            variant={variant}
            alike={form.variants.some((other) => other.id !== variant.id && sameBox(other, variant))}
            selected={variant.id === selectedId}
            onSelect={() => onSelect(variant.id)}
          />
        ))}
      </div>
    </div>
  );
}

/** Are they for the same Box? Then their names are the same too. */
const sameBox = (one: DirectoryKey, other: DirectoryKey) =>
  one.boxName === other.boxName && one.boxSapNumber === other.boxSapNumber;

function Variant({
  variant,
  alike,
  selected,
  onSelect,
}: {
  readonly variant: DirectoryKey;
  /** Is there another of the same name? Then its number in the catalogue tells them apart. */
  readonly alike: boolean;
  readonly selected: boolean;
  readonly onSelect: () => void;
}) {
  const text = useText();
  const described = useId();
  const box = variant.boxName ?? text('flow.key.noBox');
  return (
    <label className={classes['variant']} data-selected={selected || undefined}>
      <input
        type="radio"
        name="key"
        className={radio['radio']}
        checked={selected}
        onChange={onSelect}
        aria-label={text('flow.key.variant', { form: variant.keyFormName, box })}
        aria-describedby={described}
      />
      <span className={classes['words']}>
        <span className={classes['box']}>{box}</span>
        <span id={described} className={classes['numbers']}>
          {variant.boxSapNumber !== null && <span>{variant.boxSapNumber}</span>}
          {alike && (
            <span className={classes['numberName']}>{text('flow.key.entry', { number: variant.id })}</span>
          )}
        </span>
      </span>
      {variant.outsideScope && (
        <span className={classes['outside']}>
          <IconBluetoothOff size={16} stroke={2} aria-hidden />
          {text('flow.key.outside')}
        </span>
      )}
    </label>
  );
}
