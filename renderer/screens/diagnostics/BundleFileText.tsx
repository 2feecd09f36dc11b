import { Button } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useMutation } from '../../data/call.ts';
import { ProblemNotice } from '../../components/ProblemNotice.tsx';
import { useText } from '../../i18n/use-text.ts';
import classes from './Diagnostics.module.css';

/** A file of a bundle, exactly as it will be written; a long one a piece at a time. */
export function BundleFileText({ id, name }: { readonly id: string; readonly name: string }) {
  const text = useText();
  const { run, busy, problem } = useMutation(window.boxwright.diagnostics.bundleText);
  const [read, setRead] = useState<{ readonly text: string; readonly next: number | null }>({
    text: '',
    next: 0,
  });
  const [wanted, setWanted] = useState(0);
  useEffect(() => {
    let left = false;
    void run({ id, name, from: wanted }).then((answer) => {
      if (left || !answer.ok) return;
      const { value } = answer;
      setRead((before) => (before.next === wanted ? { ...value, text: before.text + value.text } : before));
    });
    return () => {
      left = true;
    };
  }, [run, id, name, wanted]);
  const { next } = read;
  return (
    <>
      {problem !== null && <ProblemNotice problem={problem} />}
      <pre className={classes['file']} tabIndex={0} aria-label={name}>
        {read.text}
      </pre>
      {next !== null && next > 0 && (
        <Button variant="default" loading={busy} onClick={() => setWanted(next)}>
          {text('bundle.more')}
        </Button>
      )}
    </>
  );
}
