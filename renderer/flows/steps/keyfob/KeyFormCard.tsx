import { IconBluetoothOff } from '@tabler/icons-react';
import { useId, useRef } from 'react';
import type { DirectoryKey } from '../../../../shared/domain/directory.ts';
import type { KeyId } from '../../../../shared/ids.ts';
import { KeyPicture } from '../../../components/KeyPicture.tsx';
import { useText } from '../../../i18n/use-text.ts';
import type { KeyForm } from '../../../components/key-forms.ts';
import radio from '../../../components/Radio.module.css';
import classes from './KeyFormCard.module.css';
import { variantDifferences } from './variant-differences.ts';

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
  const list = useRef<HTMLDivElement>(null);
  const [only, second] = form.variants;
  // A tap on the picture takes the only variant; of several it leads to their choice.
  const onTap = () => {
    if (only !== undefined && second === undefined) onSelect(only.id);
    list.current?.querySelector('input')?.focus();
  };
  const here = form.variants.some((variant) => variant.id === selectedId);
  return (
    <div className={classes['card']} data-selected={here || undefined}>
      {/* The keyboard has the radio buttons below; this is for the hand. */}
      <div className={classes['form']} onClick={onTap}>
        <KeyPicture url={form.pictureUrl} name={form.name} size={96} />
        <h3>{form.name}</h3>
      </div>
      <div ref={list} className={classes['variants']}>
        {form.variants.map((variant) => (
          <Variant
            key={variant.id}
            variant={variant}
            alike={form.variants.filter((other) => other.id !== variant.id && sameBox(other, variant))}
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
  /** Others of the same name. */
  readonly alike: readonly DirectoryKey[];
  readonly selected: boolean;
  readonly onSelect: () => void;
}) {
  const text = useText();
  const described = useId();
  const differences = variantDifferences(variant, alike);
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
          {alike.length > 0 && (
            <span className={classes['numberName']}>
              {differences.length === 0
                ? text('flow.key.entry', { number: variant.id })
                : differences.map(({ name, value }) => `${name}: ${value}`).join(', ')}
            </span>
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
