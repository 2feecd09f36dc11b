import { Button } from '@mantine/core';
import { useState, useEffect } from 'react';
import type { SupportBundle } from '../../../shared/domain/diagnostics.ts';
import { NavigationRail } from '../../navigation/NavigationRail.tsx';
import { PageLayout } from '../../components/PageLayout.tsx';
import { Card, Section } from '../../components/Section.tsx';
import { Disclosure } from '../../components/Disclosure.tsx';
import { ProblemNotice } from '../../components/ProblemNotice.tsx';
import { Block, Row, Text } from '../../components/layout.tsx';
import { useText } from '../../i18n/use-text.ts';
import { useMutation } from '../../data/call.ts';
import { useFormat } from '../../format/use-format.ts';
import { HealthSection, BUNDLE_PLACE } from './HealthSection.tsx';
import classes from './Diagnostics.module.css';

/** The health of each part of this laptop, and the support functions. Available without a connection too. */
export function DiagnosticsScreen() {
  const text = useText();
  return (
    <PageLayout
      rail={<NavigationRail />}
      title={text('diagnostics.title')}
      lead={text('diagnostics.lead')}
      width="reading"
    >
      <HealthSection />
      <BundleSection />
    </PageLayout>
  );
}

/** The support bundle: created, reviewed file by file, and then written to a place of the person's choice. */
function BundleSection() {
  const text = useText();
  const prepare = useMutation(window.boxwright.diagnostics.prepareBundle);
  const save = useMutation(window.boxwright.diagnostics.saveBundle);
  const [bundle, setBundle] = useState<SupportBundle | null>(null);
  const [saved, setSaved] = useState<string | null>(null);
  const assemble = async () => {
    setSaved(null);
    save.reset();
    const answer = await prepare.run({});
    if (answer.ok) setBundle(answer.value);
  };
  const write = async (id: string) => {
    setSaved(null);
    const answer = await save.run({ id });
    if (answer.ok) setSaved(answer.value.path);
  };
  const wrong = prepare.problem ?? save.problem;
  return (
    <Block id={BUNDLE_PLACE} above="4">
      <Section title={text('bundle.title')}>
        <Card>
          <p>{text('bundle.says')}</p>
          <Row gap="2" wrap above="2">
            <Button
              {...(bundle === null ? {} : { variant: 'default' })}
              loading={prepare.busy}
              onClick={() => void assemble()}
            >
              {text(bundle === null ? 'bundle.make' : 'bundle.again')}
            </Button>
            {bundle !== null && (
              <Button loading={save.busy} disabled={prepare.busy} onClick={() => void write(bundle.id)}>
                {text('bundle.save')}
              </Button>
            )}
          </Row>
        </Card>
        {wrong !== null && <ProblemNotice problem={wrong} />}
        {saved !== null && (
          <Text as="p" quiet breaks above="1" role="status">
            {text('bundle.saved', { path: saved })}
          </Text>
        )}
        {bundle !== null && <Files key={bundle.id} bundle={bundle} />}
      </Section>
    </Block>
  );
}

function Files({ bundle }: { readonly bundle: SupportBundle }) {
  const text = useText();
  const format = useFormat();
  return (
    <Block above="2">
      <h3>{text('bundle.files', { at: format.timeWithSeconds(bundle.madeAt) })}</h3>
      {bundle.files.map(({ name, bytes }) => (
        <Disclosure
          key={name}
          label={name}
          aside={
            <Text weight="regular" quiet tabular size="small" line="inherit" className={classes['when']}>
              {text('bundle.size', { size: Math.ceil(bytes / 1024) })}
            </Text>
          }
        >
          <BundleFileText id={bundle.id} name={name} />
        </Disclosure>
      ))}
    </Block>
  );
}

/** A file of a bundle, exactly as it will be written; a long file is loaded in pieces. */
function BundleFileText({ id, name }: { readonly id: string; readonly name: string }) {
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
