import { Section } from '../../components/Section.tsx';
import { useText } from '../../i18n/use-text.ts';
import { useAnswer } from '../../data/answer.ts';
import classes from './ConnectPages.module.css';

const everything = {} as const;

/** Says where what is typed here will be kept on this very computer. */
export function SecretsKept() {
  const text = useText();
  const info = useAnswer(window.boxwright.app.info, everything);
  return (
    <Section title={text('connect.keepingTitle')}>
      <p className={classes['quiet']}>{text(`connect.keeping.${info.value?.secrets ?? 'ask'}`)}</p>
    </Section>
  );
}
