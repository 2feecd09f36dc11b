import { ActionIcon, Button, FileButton, Loader, UnstyledButton, Modal, TextInput } from '@mantine/core';
import { IconCamera, IconPhotoPlus, IconTag, IconX } from '@tabler/icons-react';
import { useState } from 'react';
import type { BoxLabel, PreflightCheck } from '../../../../../shared/domain/boxes.ts';
import { looksLikeSerial, type SerialColumn } from '../../../../../shared/domain/serial.ts';
import { EvidencePhoto } from '../../../../components/annotate/EvidencePhoto.tsx';
import { useAnnotations } from '../../../../components/annotate/photo-annotations.ts';
import { usePicture, type Media } from '../../../../components/checklist/photos.ts';
import { ProblemNotice, ProblemSentence } from '../../../../components/ProblemNotice.tsx';
import { useText } from '../../../../i18n/use-text.ts';
import { useDropPlace } from '../../../../navigation/dropped-files.ts';
import { PhotoDialog } from '../../../../scanning/camera/CameraDialog.tsx';
import { call } from '../../../../data/call.ts';
import { CompareRow, Digits, plainCells } from './CompareRow.tsx';
import { differenceWords } from '../serial-reading.ts';
import type { LabelCalls, LabelOpen } from './use-label.ts';
import { Row, Stack, Text } from '../../../../components/layout.tsx';
import classes from './Compare.module.css';

/** The photographed label: its picture, its number, and the acts where that number differs. */
export function LabelRow({
  serial,
  label,
  columns,
  check,
  wanted,
  calls,
  onTake,
}: {
  readonly serial: string;
  readonly label: BoxLabel | null;
  /** The label compared with the serial by columns; null where there is nothing to compare or the check passed. */
  readonly columns: readonly SerialColumn[] | null;
  readonly check: PreflightCheck | null;
  /** Set where the checklist requires the label and it is not compared yet. */
  readonly wanted: PreflightCheck | null;
  readonly calls: LabelCalls | null;
  /** Null where the serial is fixed. */
  readonly onTake: ((serial: string) => void) | null;
}) {
  const text = useText();
  const [looked, look] = useState<LabelOpen>(null);
  const open = calls?.open ?? looked;
  const setOpen = calls?.show ?? look;
  const printed = label?.read?.serial ?? null;
  // A required label that is missing is unchecked, not refused.
  const state = wanted === null ? (check?.state ?? null) : 'unchecked';
  const differs = check?.state === 'refused' && columns !== null;
  const close = () => setOpen(null);
  return (
    <>
      <CompareRow
        {...(state === null ? { sign: <IconTag size={24} stroke={1.8} aria-hidden /> } : {})}
        state={state}
        caption={text('flow.box.compare.label')}
        aside={
          calls?.busy === true ? (
            <Loader size={28} aria-label={text('flow.box.compare.reading')} />
          ) : label === null ? undefined : (
            <>
              <Thumbnail label={label} onOpen={() => setOpen('picture')} />
              {calls !== null && calls.drop !== null && (
                <ActionIcon
                  variant="default"
                  size={44}
                  aria-label={text('flow.box.compare.remove')}
                  onClick={() => void calls.drop?.()}
                >
                  <IconX size={20} stroke={2} aria-hidden />
                </ActionIcon>
              )}
            </>
          )
        }
        below={
          differs && printed !== null ? (
            <Differs
              lines={differenceWords(printed, serial, text)}
              calls={calls}
              onCamera={() => setOpen('camera')}
              onTake={onTake === null ? null : () => onTake(printed)}
            />
          ) : calls?.problem !== undefined && calls.problem !== null ? (
            <ProblemNotice problem={calls.problem} />
          ) : undefined
        }
      >
        {label === null ? (
          <>
            {wanted !== null && (
              <Text as="p" size="small" quiet className={classes['says']}>
                <ProblemSentence of={wanted.says} />
              </Text>
            )}
            {calls !== null && <Take calls={calls} serial={serial} onCamera={() => setOpen('camera')} />}
          </>
        ) : printed === null ? (
          calls === null ? (
            <Text as="p" size="small" quiet className={classes['says']}>
              {text('flow.box.compare.unread')}
            </Text>
          ) : (
            <Button variant="default" onClick={() => setOpen('picture')}>
              {text('flow.box.compare.readOff')}
            </Button>
          )
        ) : (
          <Digits
            whole={printed}
            cells={columns?.map(({ one, same }) => ({ character: one, same })) ?? plainCells(printed)}
          />
        )}
      </CompareRow>
      {open === 'camera' && calls !== null && (
        <PhotoDialog
          onTaken={(picture) => {
            close();
            void calls.photograph(picture, serial);
          }}
          onClose={close}
        />
      )}
      {open === 'picture' && label !== null && (
        <LabelDialog
          label={label}
          serial={looksLikeSerial(serial) ? serial : ''}
          media={labelPictures}
          onRead={
            calls === null
              ? null
              : (read) => {
                  close();
                  void calls.read(read);
                }
          }
          onClose={close}
        />
      )}
    </>
  );
}

/** The two sources of a picture: the camera or a file. */
function Take({
  calls,
  serial,
  onCamera,
}: {
  readonly calls: LabelCalls;
  readonly serial: string;
  readonly onCamera: () => void;
}) {
  const text = useText();
  const photograph = (file: File | null | undefined) => {
    if (file) void calls.photograph(file, serial);
  };
  const place = useDropPlace<HTMLDivElement>('picture', calls.busy ? null : ([file]) => photograph(file));
  return (
    <Row gap="1" wrap className={classes['take']} {...place}>
      <Button
        variant="default"
        disabled={calls.busy}
        leftSection={<IconCamera size={20} stroke={1.8} aria-hidden />}
        onClick={onCamera}
      >
        {text('flow.box.compare.photograph')}
      </Button>
      <FileButton accept="image/*" onChange={photograph}>
        {(props) => (
          <ActionIcon
            {...props}
            variant="default"
            size={44}
            aria-label={text('flow.box.compare.addFile')}
            title={text('flow.box.compare.addFile')}
          >
            <IconPhotoPlus size={22} stroke={1.8} aria-hidden />
          </ActionIcon>
        )}
      </FileButton>
    </Row>
  );
}

function Thumbnail({ label, onOpen }: { readonly label: BoxLabel; readonly onOpen: () => void }) {
  const text = useText();
  const [newest] = useAnnotations(label.digest).newestFirst;
  const picture = usePicture(labelPictures, newest?.digest ?? label.digest);
  return (
    <Row
      as={UnstyledButton}
      align="center"
      justify="center"
      fixed
      className={classes['thumbnail']}
      aria-label={text('flow.box.compare.look')}
      title={text('flow.box.compare.look')}
      onClick={onOpen}
    >
      {picture !== null && <img src={picture} alt="" />}
    </Row>
  );
}

/** The differing digits in words, and the remedies. */
function Differs({
  lines,
  calls,
  onCamera,
  onTake,
}: {
  readonly lines: readonly string[];
  readonly calls: LabelCalls | null;
  readonly onCamera: () => void;
  readonly onTake: (() => void) | null;
}) {
  const text = useText();
  return (
    <>
      {lines.map((line) => (
        <Text as="p" key={line} size="small" line="lead" weight="strong" breaks>
          {line}
        </Text>
      ))}
      {calls?.asked === true && (
        <Text as="p" size="small" line="lead" weight="strong" breaks>
          {text('flow.box.compare.fittedDiffers')}
        </Text>
      )}
      {calls !== null && (
        <Row gap="1" wrap className={classes['mend']}>
          {onTake !== null && (
            <Button variant="default" onClick={onTake}>
              {text('flow.box.compare.useLabel')}
            </Button>
          )}
          <Button variant="default" onClick={onCamera}>
            {text('flow.box.compare.again')}
          </Button>
        </Row>
      )}
    </>
  );
}

/** Reads the photos of labels that this laptop stores. */
const labelPictures: Pick<Media, 'picture'> = {
  picture: async (digest) => {
    const answer = await call(window.boxwright.jobs.picture, { digest });
    return answer.ok ? answer.value.picture : null;
  },
};

/**
 * The photo of the label in large, and the number that a person reads off it: typed, or confirmed as equal to the
 * serial beside it.
 */
function LabelDialog({
  label,
  serial,
  media,
  onRead,
  onClose,
}: {
  readonly label: BoxLabel;
  /** The serial that it is compared with; empty where no valid one is entered. */
  readonly serial: string;
  readonly media: Pick<Media, 'picture'>;
  /** Null where the photo is read-only. */
  readonly onRead: ((serial: string) => void) | null;
  readonly onClose: () => void;
}) {
  const text = useText();
  const [drawing, setDrawing] = useState(false);
  const [typed, setTyped] = useState(label.read?.serial ?? '');
  const fits = looksLikeSerial(typed);
  return (
    <Modal
      opened
      onClose={onClose}
      title={text(onRead === null ? 'flow.box.compare.dialog.alt' : 'flow.box.compare.dialog.title')}
      closeButtonProps={{ 'aria-label': text('common.close') }}
      closeOnEscape={!drawing}
      size={880}
      transitionProps={{ duration: 0 }}
    >
      <Stack gap="2">
        <Row align="center" justify="center" frame className={classes['picture']}>
          <EvidencePhoto
            original={label.digest}
            alt={text('flow.box.compare.dialog.alt')}
            media={media}
            onDrawing={setDrawing}
          />
        </Row>
        {onRead !== null && (
          <Row
            as="form"
            gap="2"
            align="start"
            wrap
            onSubmit={(event) => {
              event.preventDefault();
              // React bubbles the submit through the portal, and the step behind the dialog is a form too.
              event.stopPropagation();
              if (fits) onRead(typed);
            }}
          >
            <TextInput
              className={classes['field'] ?? ''}
              classNames={{ input: classes['mono'] ?? '' }}
              label={text('flow.box.compare.dialog.field')}
              description={text(
                label.read === null ? 'flow.box.compare.dialog.noCode' : 'flow.box.compare.dialog.says',
              )}
              inputWrapperOrder={['label', 'input', 'description']}
              data-autofocus
              data-takes-scans="serial"
              value={typed}
              maxLength={200}
              autoComplete="off"
              spellCheck={false}
              onChange={(event) => setTyped(event.currentTarget.value)}
            />
            <Row gap="1" wrap above="3">
              {serial !== '' && (
                <Button variant="default" size="lg" onClick={() => onRead(serial)}>
                  {text('flow.box.compare.dialog.same')}
                </Button>
              )}
              <Button type="submit" size="lg" disabled={!fits}>
                {text('flow.box.compare.dialog.keep')}
              </Button>
            </Row>
          </Row>
        )}
      </Stack>
    </Modal>
  );
}
