import { IconBluetoothOff } from '@tabler/icons-react';
import type { DirectoryKey } from '../../../../shared/domain/directory.ts';
import { Disclosure } from '../../../components/Disclosure.tsx';
import { KeyPicture } from '../../../components/KeyPicture.tsx';
import type { KeyForm } from '../../../components/key-forms.ts';
import { useText } from '../../../i18n/use-text.ts';
import classes from './KeyFormEntry.module.css';

/** A key form: its picture, and every catalogue entry of it with the Box it needs. */
export function KeyFormEntry({ form }: { readonly form: KeyForm }) {
  const text = useText();
  return (
    <section className={classes['entry']} aria-label={form.name}>
      <KeyPicture url={form.pictureUrl} name={form.name} size={112} />
      <div className={classes['words']}>
        <h3>{form.name}</h3>
        <ul className={classes['variants']} aria-label={text('directory.keys.variants', { form: form.name })}>
          {form.variants.map((variant) => (
            <li key={variant.id} className={classes['variant']}>
              <span className={classes['box']}>
                {variant.boxName ?? text('directory.keys.noBox')}
                {variant.outsideScope && (
                  <span className={classes['outside']}>
                    <IconBluetoothOff size={16} stroke={2} aria-hidden />
                    {text('directory.keys.outside')}
                  </span>
                )}
              </span>
              <dl className={classes['numbers']}>
                {variant.boxSapNumber !== null && (
                  <Numbered name={text('directory.keys.sap')} value={variant.boxSapNumber} />
                )}
                <Numbered name={text('directory.keys.entry')} value={variant.id} />
              </dl>
            </li>
          ))}
        </ul>
        <OtherNumbers of={form.variants} />
      </div>
    </section>
  );
}

/** Numbers that the operator's document gives no meaning to, under the names they come with: for questions to the operator. */
function OtherNumbers({ of }: { readonly of: readonly DirectoryKey[] }) {
  const text = useText();
  const numbered = of.filter(({ otherNumbers }) => Object.keys(otherNumbers).length > 0);
  if (numbered.length === 0) return null;
  return (
    <Disclosure label={text('directory.keys.otherNumbers')}>
      {numbered.map(({ id, otherNumbers }) => (
        <dl key={id} className={classes['numbers']}>
          <Numbered name={text('directory.keys.entry')} value={id} />
          {Object.entries(otherNumbers).map(([name, value]) => (
            <Numbered key={name} name={name} value={value} />
          ))}
        </dl>
      ))}
    </Disclosure>
  );
}

function Numbered({ name, value }: { readonly name: string; readonly value: string | number }) {
  return (
    <div className={classes['number']}>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  );
}
