import { Button, Modal } from '@mantine/core';
import { useState } from 'react';
import { useText } from '../../../i18n/use-text.ts';
import choice from '../../../components/DialogChoice.module.css';

/** Finishes a job with open steps; that they stay open for good is said before. */
export function FinishOpen({ busy, onFinish }: { readonly busy: boolean; readonly onFinish: () => void }) {
  const text = useText();
  const [asking, setAsking] = useState(false);
  return (
    <>
      <Button variant="default" size="lg" onClick={() => setAsking(true)}>
        {text('flow.finish.finishAnyway')}
      </Button>
      <Modal opened={asking} onClose={() => setAsking(false)} title={text('flow.finish.finishAnywayTitle')}>
        <p>{text('flow.finish.finishAnywaySays')}</p>
        <div className={choice['choice']}>
          <Button variant="default" data-autofocus onClick={() => setAsking(false)}>
            {text('flow.finish.finishAnywayNo')}
          </Button>
          <Button loading={busy} onClick={onFinish}>
            {text('flow.finish.finishAnywayYes')}
          </Button>
        </div>
      </Modal>
    </>
  );
}
