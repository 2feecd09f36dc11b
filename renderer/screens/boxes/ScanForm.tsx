import { ActionIcon, Button } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useId, useRef, useState } from 'react';
import { z } from 'zod';
import { boxTarget, type StockBox, type BoxTarget, MOST_MOVED } from '../../../shared/domain/boxes.ts';
import { looksLikeSerial, foldSerial } from '../../../shared/domain/serial.ts';
import type { Problem } from '../../../shared/problem.ts';
import { conditionBadges } from '../../components/box-badges.ts';
import { ChoiceTile, ChoiceTiles } from '../../components/ChoiceTiles.tsx';
import { Row, Stack, Text } from '../../components/layout.tsx';
import { ProblemNotice } from '../../components/ProblemNotice.tsx';
import { Section } from '../../components/Section.tsx';
import { Serial } from '../../components/figures.tsx';
import { StateBadge } from '../../components/StateBadge.tsx';
import { useKnownBoxes } from '../../data/boxes.ts';
import { useMutation } from '../../data/call.ts';
import { createFormDrafts } from '../../data/form-drafts.ts';
import { useText } from '../../i18n/use-text.ts';
import { CameraButton } from '../../scanning/camera/CameraButton.tsx';
import { useScans } from '../../scanning/receivers.ts';
import lines from '../../components/List.module.css';
import classes from './Boxes.module.css';

/**
 * The destination of the Boxes, a field for their serials, and the scanned ones. Enter in the empty field records
 * them.
 */
export function ScanForm({
  scans,
  onMark,
}: {
  readonly scans: ScanList;
  readonly onMark: (box: StockBox) => void;
}) {
  const text = useText();
  const target = useId();
  const says = useId();
  const field = useRef<HTMLInputElement>(null);
  const known = useKnownBoxes(scans.serials);
  const typed = scans.typed.trim();
  const malformed = typed !== '' && !looksLikeSerial(typed);
  useScans('step', ({ kind, text: code }) => {
    if (kind === 'vin') return false;
    void scans.add(code);
    return true;
  });
  const add = () => {
    field.current?.focus();
    if (typed !== '' && !malformed) void scans.add(typed);
  };
  const enter = () => (typed === '' ? void scans.record() : add());
  return (
    <>
      <Section title={text('boxes.where')}>
        <ChoiceTiles label={text('boxes.where')}>
          {boxTarget.options.map((to) => (
            <ChoiceTile key={to} name={target} checked={scans.to === to} onChoose={() => scans.setTo(to)}>
              {text(`boxes.target.${to}`)}
            </ChoiceTile>
          ))}
        </ChoiceTiles>
      </Section>
      <Section title={text('boxes.scanned')} count={scans.serials.length}>
        <Row gap="1" align="center">
          <input
            ref={field}
            className={classes['field']}
            aria-label={text('boxes.serial')}
            aria-describedby={says}
            aria-invalid={malformed}
            placeholder={text('boxes.serial')}
            value={scans.typed}
            onChange={({ currentTarget }) => scans.setTyped(currentTarget.value)}
            onKeyDown={(event) => {
              if (event.key !== 'Enter') return;
              event.preventDefault();
              enter();
            }}
            autoFocus
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            maxLength={20_000}
          />
          <CameraButton />
          <Button variant="default" size="lg" disabled={typed === '' || malformed} onClick={add}>
            {text('boxes.add')}
          </Button>
        </Row>
        <Text as="p" id={says} quiet className={classes['says']} role="status">
          {malformed ? text('flow.box.malformed') : <News scans={scans} />}
        </Text>
        {scans.problem !== null && <ProblemNotice problem={scans.problem} />}
        {scans.serials.length > 0 && (
          <ul className={lines['lines']} aria-label={text('boxes.scanned')}>
            {scans.serials.map((serial) => (
              <ScannedBox
                key={serial}
                serial={serial}
                // This answer may belong to the previous list.
                box={known.find((box) => box.serial === serial) ?? null}
                onMark={onMark}
                onRemove={() => {
                  scans.remove(serial);
                  field.current?.focus();
                }}
              />
            ))}
          </ul>
        )}
      </Section>
    </>
  );
}

/** The result of the last act; before the first act, the instruction. */
function News({ scans: { news } }: { readonly scans: ScanList }) {
  const text = useText();
  switch (news?.is) {
    case 'twice':
      return <strong>{text('boxes.twice', { serial: news.serial })}</strong>;
    case 'full':
      return <strong>{text('boxes.full')}</strong>;
    case 'moved':
      return text('boxes.moved', { count: news.count });
    case undefined:
      return text('boxes.serialSays');
  }
}

/** A scanned Box, with the data that this laptop has about it. */
function ScannedBox({
  serial,
  box,
  onMark,
  onRemove,
}: {
  readonly serial: string;
  readonly box: StockBox | null;
  readonly onMark: (box: StockBox) => void;
  readonly onRemove: () => void;
}) {
  const text = useText();
  const badge = box === null || box.condition === 'good' ? null : conditionBadges[box.condition];
  return (
    <Row as="li" gap="2" align="center" justify="between" className={classes['line']}>
      <Stack narrow>
        <Serial serial={serial} />
        <Text size="small" quiet mono>
          {box?.sapNumber ?? ''}
        </Text>
      </Stack>
      <Row gap="1" align="center">
        {badge !== null && (
          <StateBadge tone={badge.tone} icon={badge.icon}>
            {text(badge.word)}
          </StateBadge>
        )}
        {box?.place === 'car' && <Text quiet>{text('boxes.place.car')}</Text>}
        {box !== null && box.condition === 'good' && (
          <Button variant="subtle" aria-label={text('boxes.markBox', { serial })} onClick={() => onMark(box)}>
            {text('boxes.mark')}
          </Button>
        )}
        <ActionIcon
          variant="subtle"
          size="xl"
          aria-label={text('boxes.removeBox', { serial })}
          onClick={onRemove}
        >
          <IconX size={20} stroke={1.8} aria-hidden />
        </ActionIcon>
      </Row>
    </Row>
  );
}

const useKept = createFormDrafts(
  'boxes',
  z.object({ to: boxTarget, serials: z.array(z.string()).max(MOST_MOVED), typed: z.string() }),
);
const empty = { to: 'site', serials: [], typed: '' } as const;

/** The result of the last act, named under the field. */
type ScanNews =
  | { readonly is: 'twice'; readonly serial: string }
  | { readonly is: 'full' }
  | { readonly is: 'moved'; readonly count: number };

/** The scanned Boxes before they are recorded. They are kept as a draft, so that a restart loses none. */
interface ScanList {
  readonly to: BoxTarget;
  readonly setTo: (to: BoxTarget) => void;
  /** The newest first. */
  readonly serials: readonly string[];
  readonly typed: string;
  readonly setTyped: (typed: string) => void;
  readonly add: (typed: string) => Promise<void>;
  readonly remove: (serial: string) => void;
  /** Records all of them. */
  readonly record: () => Promise<void>;
  readonly news: ScanNews | null;
  readonly busy: boolean;
  readonly problem: Problem | null;
}

export function useScanList(): ScanList {
  const { form, change, latest, forget } = useKept('', { ...empty, serials: [] });
  const read = useMutation(window.boxwright.boxes.read);
  const move = useMutation(window.boxwright.boxes.move);
  const [news, setNews] = useState<ScanNews | null>(null);
  const { to, serials, typed } = form;
  return {
    to,
    setTo: (next) => change({ to: next }),
    serials,
    typed,
    setTyped: (next) => change({ typed: next }),
    add: async (code) => {
      setNews(null);
      // The serial number of a Box that was scanned by its unique id.
      const answer = await read.run({ serials: [code] });
      const serial = answer.ok ? answer.value.boxes[0]?.serial : undefined;
      if (serial === undefined) return;
      change({ typed: '' });
      // A scanner may be faster than the answer to its previous code.
      const listed = latest().serials;
      if (listed.some((one) => foldSerial(one) === foldSerial(serial))) setNews({ is: 'twice', serial });
      else if (listed.length >= MOST_MOVED) setNews({ is: 'full' });
      else change({ serials: [serial, ...listed] });
    },
    remove: (serial) => {
      setNews(null);
      change({ serials: serials.filter((one) => one !== serial) });
    },
    record: async () => {
      if (serials.length === 0) return;
      const answer = await move.run({ serials: serials.toReversed(), to });
      if (!answer.ok) return;
      setNews({ is: 'moved', count: serials.length });
      forget();
      change({ to });
    },
    news,
    busy: move.busy,
    problem: read.problem ?? move.problem,
  };
}
