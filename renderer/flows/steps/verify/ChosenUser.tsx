import { Button } from '@mantine/core';
import { IconUser } from '@tabler/icons-react';
import { Card } from '../../../components/Section.tsx';
import { useText } from '../../../i18n/use-text.ts';
import classes from './ChosenUser.module.css';

/** The user who gets the test access. */
export function ChosenUser({ name, onOther }: { readonly name: string; readonly onOther: () => void }) {
  const text = useText();
  return (
    <Card>
      <div className={classes['chosen']}>
        <span className={classes['name']}>
          <IconUser className={classes['icon']} size={28} stroke={1.7} aria-hidden />
          {name}
        </span>
        <Button variant="default" onClick={onOther}>
          {text('flow.verify.userOther')}
        </Button>
      </div>
    </Card>
  );
}
