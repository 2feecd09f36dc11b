import { Button, FileButton, Textarea } from '@mantine/core';
import { useState } from 'react';
import { useText } from '../../i18n/use-text.ts';
import classes from './Batch.module.css';
import { useDropPlace } from '../../navigation/dropped-files.ts';
import type { Unreadable } from './read-csv.ts';

/** Where a list comes from: a file, or what was copied out of one. */
export function OpenList({
  opened,
  unreadable,
  onFile,
  onPaste,
}: {
  /** The list that is open; null while none is. */
  readonly opened: { readonly file: string; readonly lines: number } | null;
  readonly unreadable: Unreadable | null;
  readonly onFile: (file: File) => void;
  readonly onPaste: (content: string) => void;
}) {
  const text = useText();
  const openFile = (file: File | null | undefined) => {
    if (file) onFile(file);
  };
  const place = useDropPlace<HTMLDivElement>('list', ([file]) => openFile(file));
  return (
    <>
      <div className={classes['ways']} {...place}>
        <FileButton accept=".csv,.txt,text/csv,text/plain" onChange={openFile}>
          {(props) => (
            <Button {...props} size="lg" variant={opened === null ? 'filled' : 'default'}>
              {text(opened === null ? 'batch.open' : 'batch.openOther')}
            </Button>
          )}
        </FileButton>
        {opened !== null && <p>{text('batch.opened', { file: opened.file, count: opened.lines })}</p>}
      </div>
      {unreadable !== null && (
        <p role="alert" className={classes['title']}>
          {text(`batch.unreadable.${unreadable}`)}
        </p>
      )}
      {opened === null && <Pasted onTake={onPaste} />}
    </>
  );
}

function Pasted({ onTake }: { readonly onTake: (content: string) => void }) {
  const text = useText();
  const [pasted, setPasted] = useState('');
  return (
    <>
      <Textarea
        mt="md"
        label={text('batch.paste')}
        description={text('batch.pasteSays')}
        autosize
        minRows={6}
        maxRows={12}
        value={pasted}
        onChange={(event) => setPasted(event.currentTarget.value)}
      />
      <Button mt="sm" variant="default" disabled={pasted.trim() === ''} onClick={() => onTake(pasted)}>
        {text('batch.takePasted')}
      </Button>
    </>
  );
}
