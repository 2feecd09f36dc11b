import { Section } from '../../components/Section.tsx';
import { useText } from '../../i18n/use-text.ts';
import classes from './ConnectPages.module.css';

/** Says where what is typed here will be kept. */
export function SecretsKept() {
  const text = useText();
  return (
    <Section title={text('connect.keepingTitle')}>
      <p className={classes['quiet']}>{text('connect.keeping.ask')}</p>
    </Section>
  );
}
