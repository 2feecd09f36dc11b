import { code128, drawingSVG } from 'bwip-js/browser';
import { Button, Modal } from '@mantine/core';
import { IconAlertTriangle, IconCircleCheck, IconPrinter } from '@tabler/icons-react';
import { useState } from 'react';
import { ProblemNotice } from '../../components/ProblemNotice.tsx';
import { useFormat } from '../../format/use-format.ts';
import { useText } from '../../i18n/use-text.ts';
import { usePreferenceChange, usePreferencesOrDefaults } from '../../data/laptop.ts';
import type { Burst } from '../keyboard/burst.ts';
import { useRawScans } from '../receivers.ts';
import { judgeTestScan, TEST_CODE, type TestResult, printThis } from './scanner-test.ts';
import { Grid, Row, Stack, Text } from '../../components/layout.tsx';
import classes from './ScannerTest.module.css';

/** The code as a Code 128 barcode: a data URL of an image, black on white with its quiet zone. */
function barcodeImage(text: string): string {
  const svg = code128(
    {
      bcid: 'code128',
      text,
      scale: 3,
      height: 16,
      paddingwidth: 12,
      paddingheight: 6,
      backgroundcolor: 'FFFFFF',
    },
    drawingSVG(),
  );
  return `data:image/svg+xml,${encodeURIComponent(svg)}`;
}

const picture = barcodeImage(TEST_CODE);

/** A code to scan, and the result of the scan: whether it arrives as printed, and the settings that make it so. */
export function ScannerTest({ onClose }: { readonly onClose: () => void }) {
  const text = useText();
  const { scanner } = usePreferencesOrDefaults();
  const [heard, setHeard] = useState<{ readonly burst: Burst; readonly result: TestResult } | null>(null);
  const { change, problem } = usePreferenceChange();
  useRawScans(true, (burst) => setHeard({ burst, result: judgeTestScan(burst, scanner) }));
  const use = async (settings: typeof scanner) => {
    if (await change({ scanner: settings })) onClose();
  };
  const fitting = heard === null || heard.result.found === 'something-else' ? null : heard.result.settings;
  const differs = fitting !== null && JSON.stringify(fitting) !== JSON.stringify(scanner);
  return (
    <Modal opened onClose={onClose} title={text('scanning.test.title')} size={760}>
      <Stack gap="2">
        <p>{text('scanning.test.says')}</p>
        <Stack as="figure" gap="1" align="center" className={classes['sheet']}>
          <img src={picture} alt={text('scanning.test.picture')} className={classes['code']} />
          <Text as="figcaption" mono className={classes['caption']}>
            {TEST_CODE}
          </Text>
        </Stack>
        <div className={classes['heard']} aria-live="polite">
          {heard === null ? (
            <Text as="p" quiet className={classes['waiting']}>
              {text('scanning.test.waiting')}
            </Text>
          ) : (
            <Verdict heard={heard.burst} result={heard.result} />
          )}
        </div>
        {problem !== null && <ProblemNotice problem={problem} />}
        <Row gap="1" wrap>
          <Button
            variant="default"
            leftSection={<IconPrinter size={20} stroke={1.8} aria-hidden />}
            onClick={() => printThis('scanner-test')}
          >
            {text('scanning.test.print')}
          </Button>
          <Text grow />
          {differs ? (
            <>
              <Button variant="default" onClick={onClose}>
                {text('common.cancel')}
              </Button>
              <Button onClick={() => void use(fitting)}>{text('scanning.test.use')}</Button>
            </>
          ) : (
            <Button variant={fitting === null ? 'default' : 'filled'} onClick={onClose}>
              {text('common.close')}
            </Button>
          )}
        </Row>
      </Stack>
    </Modal>
  );
}

function Verdict({ heard, result }: { readonly heard: Burst; readonly result: TestResult }) {
  const text = useText();
  const format = useFormat();
  const right = result.found === 'right';
  const Icon = right ? IconCircleCheck : IconAlertTriangle;
  return (
    <Grid gap="2" className={classes['verdict']} data-tone={right ? 'done' : 'attention'}>
      <Icon size={26} stroke={1.9} aria-hidden />
      <div>
        <Text as="p" weight="strong">
          {result.found === 'mixed-up'
            ? text('scanning.test.mixedUp', {
                scanner: text(`scanning.layout.${result.scanner}`),
                computer: text(`scanning.layout.${result.computer}`),
              })
            : text(right ? 'scanning.test.right' : 'scanning.test.somethingElse')}
        </Text>
        {result.found === 'something-else' ? (
          <Text as="p" mono breaks>
            {result.text}
          </Text>
        ) : (
          <Text as="p" quiet>
            {text(
              result.found === 'mixed-up' ? 'scanning.test.mend' : `scanning.test.ended.${heard.endedBy}`,
              {
                gap: format.number(Math.ceil(heard.slowestGapMs)),
              },
            )}
          </Text>
        )}
      </div>
    </Grid>
  );
}
