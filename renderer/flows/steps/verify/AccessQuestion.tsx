import { UnstyledButton } from '@mantine/core';
import { IconCheck, IconLock, IconLockOpen, IconX } from '@tabler/icons-react';
import { useId } from 'react';
import { useText } from '../../../i18n/use-text.ts';
import classes from './AccessQuestion.module.css';

/** One big question. A Yes is on record at the operator and stays; a No may become a Yes on a second try. */
export function AccessQuestion({
  what,
  answer,
  onAnswer,
}: {
  readonly what: 'opened' | 'closed';
  readonly answer: boolean | null;
  readonly onAnswer: (worked: boolean) => void;
}) {
  const text = useText();
  const title = useId();
  const Sign = what === 'opened' ? IconLockOpen : IconLock;
  return (
    <div className={classes['question']} role="group" aria-labelledby={title}>
      <h2 id={title} className={classes['title']}>
        <Sign size={28} stroke={1.7} aria-hidden />
        {text(what === 'opened' ? 'flow.verify.didOpen' : 'flow.verify.didClose')}
      </h2>
      <div className={classes['answers']}>
        <UnstyledButton
          className={classes['answer']}
          data-tone="yes"
          aria-pressed={answer === true}
          aria-label={text(what === 'opened' ? 'flow.verify.yesOpened' : 'flow.verify.yesClosed')}
          onClick={() => {
            if (answer !== true) onAnswer(true);
          }}
        >
          <IconCheck size={24} stroke={2.6} aria-hidden />
          {text('flow.verify.yes')}
        </UnstyledButton>
        <UnstyledButton
          className={classes['answer']}
          data-tone="no"
          aria-pressed={answer === false}
          aria-label={text(what === 'opened' ? 'flow.verify.noOpened' : 'flow.verify.noClosed')}
          disabled={answer === true}
          onClick={() => {
            if (answer !== false) onAnswer(false);
          }}
        >
          <IconX size={24} stroke={2.6} aria-hidden />
          {text('flow.verify.no')}
        </UnstyledButton>
      </div>
    </div>
  );
}
