import { Box, Button } from '@mantine/core';
import { IconRepeat } from '@tabler/icons-react';
import type { SeriesView } from '../../../shared/domain/series.ts';
import { hashOf } from '../../navigation/route.ts';
import { useMutation } from '../../data/call.ts';
import { Distance } from '../../components/figures.tsx';
import { ProblemNotice } from '../../components/ProblemNotice.tsx';
import { Section } from '../../components/Section.tsx';
import { seriesCount, seriesName, sharedKey } from '../../components/series/shared-words.ts';
import { useSeries } from '../../components/series/use-series.ts';
import { useText } from '../../i18n/use-text.ts';
import { useOpenSeries } from '../../data/jobs.ts';
import { Block, Row, Stack, Text } from '../../components/layout.tsx';
import strip from '../../components/series/Series.module.css';

/** The unfinished series: the progress of each, and the buttons that begin the next car or end the series. */
export function OpenSeries() {
  const text = useText();
  const { value } = useOpenSeries();
  if (value === null || value.length === 0) return null;
  return (
    <Box mb="lg">
      <Section title={text('series.title')} count={value.length}>
        <Stack gap="1">
          {value.map((series) => (
            <OneSeries key={series.id} series={series} />
          ))}
        </Stack>
      </Section>
    </Box>
  );
}

function OneSeries({ series }: { readonly series: SeriesView }) {
  const text = useText();
  const end = useMutation(window.boxwright.series.end);
  const going = useSeries();
  const problem = going.problem ?? end.problem;
  const { shares, open, done } = series;
  return (
    <Stack gap="1" className={strip['strip']}>
      <Row gap="2" align="center">
        <IconRepeat data-tone="accent" size={24} stroke={1.8} aria-hidden />
        <Block grow narrow>
          <Text as="p" weight="bold">
            {seriesName(shares, text)}
          </Text>
          <Text as="p" size="small" quiet>
            {[seriesCount(series, text), ...sharedKey(shares, text)].join(' · ')}
          </Text>
        </Block>
        {series.planned !== null && <Distance done={done} total={series.planned} />}
        <Button
          variant="subtle"
          loading={end.busy}
          title={text('series.endSays')}
          onClick={() => void end.run({ seriesId: series.id })}
        >
          {text('series.end')}
        </Button>
        {open === null ? (
          <Button loading={going.busy} onClick={() => void going.nextCar(series.id)}>
            {text('series.next')}
          </Button>
        ) : (
          <Button component="a" variant="default" href={hashOf({ screen: 'job', jobId: open })}>
            {text('series.continue')}
          </Button>
        )}
      </Row>
      {problem !== null && <ProblemNotice problem={problem} />}
    </Stack>
  );
}
