import { Button, Loader } from '@mantine/core';
import { useEffect, useState } from 'react';
import { call } from '../../../data/call.ts';
import { useText } from '../../../i18n/use-text.ts';
import { listenToCommits } from '../../../data/topics.ts';
import { stopReading } from './live.ts';
import classes from './LiveSection.module.css';

/** A reading that ends sooner needs no words: they would only flicker. */
const WORTH_SAYING_MS = 1500;

/** A reading that takes its time: how far it has come, and the way out. Give it the reading as key. */
export function ReadingProgress({ reading, what }: { readonly reading: string; readonly what: string }) {
  const text = useText();
  const [slow, setSlow] = useState(false);
  const [rows, setRows] = useState(0);
  useEffect(() => {
    const timer = setTimeout(() => setSlow(true), WORTH_SAYING_MS);
    const count = async () => {
      const answer = await call(window.boxwright.directory.readingProgress, { reading });
      if (answer.ok && answer.value.rows !== null) setRows(answer.value.rows);
    };
    const stopListening = listenToCommits((topics) => {
      if (topics.includes('readings')) void count();
    });
    return () => {
      clearTimeout(timer);
      stopListening();
    };
  }, [reading]);
  if (!slow) return null;
  return (
    <div className={classes['progress']} role="status">
      <Loader size={20} aria-hidden />
      <span className={classes['soFar']}>
        {rows === 0 ? text('directory.live.slow') : text('directory.live.slowRows', { count: rows })}
      </span>
      <Button
        variant="default"
        aria-label={text('directory.live.stopOf', { what })}
        onClick={() => stopReading(reading)}
      >
        {text('directory.live.stop')}
      </Button>
    </div>
  );
}
