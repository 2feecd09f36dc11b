import { Button, UnstyledButton, TextInput } from '@mantine/core';
import { IconAlertTriangle, IconCheck, IconCircleOff } from '@tabler/icons-react';
import { useId, useState } from 'react';
import {
  type ChecklistAnswer,
  type ChecklistItem,
  type ForcedMark,
  LONGEST_REASON,
} from '../../../shared/domain/checklist.ts';
import {
  isCritical,
  isNotApplicable,
  type KnownForChecklist,
} from '../../../shared/domain/checklist-asking.ts';
import { neverReached } from '../../../shared/never.ts';
import { useText } from '../../i18n/use-text.ts';
import { ChoiceTile, ChoiceTiles } from '../ChoiceTiles.tsx';
import { Example } from './item-notes.tsx';
import type { Media } from './photos.ts';
import { NumberItem, ScanItem, TextItem } from './TypedItems.tsx';
import { PhotoItem, SignatureItem } from './PictureItems.tsx';
import type { GivenAnswer, Unsaved, ItemProps } from './row-props.ts';
import { useLocalText } from './use-checklist-words.ts';
import { Block, Row, Text } from '../layout.tsx';
import classes from './Checklist.module.css';

interface RowProps {
  readonly item: ChecklistItem;
  readonly answer: ChecklistAnswer | undefined;
  readonly mark: ForcedMark | null;
  readonly unsaved: Unsaved | null;
  readonly known: Pick<KnownForChecklist, 'vin'>;
  readonly onAnswer: (answer: GivenAnswer | null, reason: string | null) => void;
  /** Null in a preview, where no picture is stored. */
  readonly media: Media | null;
  readonly onUnsaved: (unsaved: Unsaved | null) => void;
}

/** One item of the checklist with the input for its answer. */
export function ChecklistRow({
  stillOpen,
  pinned = false,
  onUnlock = null,
  asLastCar = false,
  ...props
}: RowProps & {
  /** Highlights an unanswered item after a tap on the primary button. */
  readonly stillOpen: boolean;
  /** A rework request concerns this item. */
  readonly pinned?: boolean;
  /** Set while the saved answer is read-only; called when a reason for the change was given. */
  readonly onUnlock?: (() => void) | null;
  /** The answer is copied from the previous car of the series. */
  readonly asLastCar?: boolean;
}) {
  const text = useText();
  const localText = useLocalText();
  const label = useId();
  const { item, answer, onAnswer } = props;
  const applies = !isNotApplicable(answer);
  const control = applies ? (
    <>
      <Control {...props} labelledBy={label} />
      {item.mayNotApply === true && (answer === undefined || typeof answer !== 'object') && (
        <OfferNotApplicable onReason={(reason) => onAnswer({ notApplicable: reason }, null)} />
      )}
    </>
  ) : (
    <NotApplicableLine reason={answer.notApplicable} onTakeBack={() => onAnswer(null, null)} />
  );
  const example = item.example === undefined ? null : <Example file={item.example} />;
  // Tapping anywhere in the row ticks such an item.
  const isTick = item.type === 'confirm' && applies;
  const answered = answer !== undefined && answer !== false && answer !== '';
  return (
    <Block
      as="li"
      card
      className={classes['row']}
      data-item={item.id}
      data-answered={answered || undefined}
      data-open={stillOpen || undefined}
      data-forced={props.mark !== null || undefined}
      data-pinned={pinned || undefined}
    >
      {!isTick && (
        <Block below="1-half">
          <Text as="p" id={label} line="body" weight="strong">
            {localText(item.text)}{' '}
            {!item.required && (
              <Text weight="regular" quiet size="small" line="inherit" className={classes['optional']}>
                {text('flow.fitting.optional')}
              </Text>
            )}
          </Text>
          {item.hint !== undefined && (
            <Text as="p" size="small" quiet above="hair">
              {localText(item.hint)}
            </Text>
          )}
          {example}
        </Block>
      )}
      {onUnlock === null ? (
        control
      ) : (
        <>
          <fieldset disabled>{control}</fieldset>
          <Button variant="default" className={classes['unlock'] ?? ''} onClick={onUnlock}>
            {text('flow.fitting.explain.begin')}
          </Button>
        </>
      )}
      {isTick && example}
      {asLastCar && (
        <Text as="p" size="small" quiet above="1">
          {text('flow.fitting.asLastCar')}
        </Text>
      )}
      {pinned && <Attention>{text('reviewing.askedPlain')}</Attention>}
      {isCritical(item, answer, props.known) && <Attention>{text('checklists.force.critical')}</Attention>}
      {stillOpen && <Attention>{text('flow.fitting.stillOpen')}</Attention>}
    </Block>
  );
}

function Attention({ children }: { readonly children: string }) {
  return (
    <Row
      as="p"
      gap="1"
      align="center"
      size="small"
      weight="strong"
      above="1"
      tone="attention"
      className={classes['open']}
    >
      <IconAlertTriangle size={18} stroke={2} aria-hidden />
      {children}
    </Row>
  );
}

function Control({ item, ...props }: RowProps & { readonly labelledBy: string }) {
  switch (item.type) {
    case 'confirm':
      return <ConfirmItem item={item} {...props} />;
    case 'choice':
      return <ChoiceItem item={item} {...props} />;
    case 'number':
      return <NumberItem item={item} {...props} />;
    case 'text':
      return <TextItem item={item} {...props} />;
    case 'scan':
      return <ScanItem item={item} {...props} />;
    case 'photo':
      return <PhotoItem item={item} {...props} />;
    case 'signature':
      return <SignatureItem item={item} {...props} />;
    default:
      return neverReached(item);
  }
}

/** A single choice; each option is a tile. */
function ChoiceItem({ item, answer, onAnswer }: Pick<ItemProps<'choice'>, 'item' | 'answer' | 'onAnswer'>) {
  const localText = useLocalText();
  const name = useId();
  return (
    <ChoiceTiles label={localText(item.text)}>
      {item.options.map((option) => (
        <ChoiceTile
          key={option.id}
          name={name}
          checked={answer === option.id}
          onChoose={() => onAnswer(option.id, null)}
        >
          {localText(option.text)}
        </ChoiceTile>
      ))}
    </ChoiceTiles>
  );
}

/** An item to confirm: the whole row is the target, for a gloved thumb. */
function ConfirmItem({ item, answer, onAnswer }: Pick<ItemProps<'confirm'>, 'item' | 'answer' | 'onAnswer'>) {
  const text = useText();
  const localText = useLocalText();
  const name = useId();
  const hint = useId();
  const confirmed = answer === true;
  return (
    <Row
      as={UnstyledButton}
      role="checkbox"
      aria-checked={confirmed}
      aria-labelledby={name}
      aria-describedby={item.hint === undefined ? undefined : hint}
      gap="2"
      align="center"
      lit
      className={classes['confirm']}
      onClick={() => onAnswer(confirmed ? null : true, null)}
    >
      <Row
        as="span"
        align="center"
        justify="center"
        fixed
        className={classes['tick']}
        data-on={confirmed || undefined}
        aria-hidden
      >
        {confirmed && <IconCheck size={22} stroke={3} />}
      </Row>
      <Text line="body" weight="strong">
        <span id={name}>{localText(item.text)}</span>
        {!item.required && (
          <Text weight="regular" quiet size="small" line="inherit" className={classes['optional']}>
            {text('flow.fitting.optional')}
          </Text>
        )}
        {item.hint !== undefined && (
          <Text id={hint} size="small" weight="regular" quiet block>
            {localText(item.hint)}
          </Text>
        )}
      </Text>
    </Row>
  );
}

/** A quiet button that opens the field for the reason why an item does not apply to the car. */
function OfferNotApplicable({ onReason }: { readonly onReason: (reason: string) => void }) {
  const text = useText();
  const [reason, setReason] = useState<string | null>(null);
  if (reason === null) {
    return (
      <Button
        variant="subtle"
        size="compact-md"
        className={classes['offer'] ?? ''}
        onClick={() => setReason('')}
      >
        {text('checklists.notApplicable.begin')}
      </Button>
    );
  }
  const give = () => {
    if (reason.trim() !== '') onReason(reason);
  };
  return (
    <div className={classes['reasoning']}>
      <Row gap="1" align="end" wrap above="1" className={classes['line']}>
        <TextInput
          className={classes['reason'] ?? ''}
          label={text('checklists.notApplicable.reason')}
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key === 'Enter') {
              event.preventDefault();
              give();
            } else if (event.key === 'Escape') setReason(null);
          }}
          maxLength={LONGEST_REASON}
          data-autofocus
          autoFocus
        />
        <Button variant="default" disabled={reason.trim() === ''} onClick={give}>
          {text('checklists.notApplicable.act')}
        </Button>
        <Button variant="subtle" onClick={() => setReason(null)}>
          {text('common.cancel')}
        </Button>
      </Row>
    </div>
  );
}

/** The statement that an item does not apply, with its reason, in the place of its answer. */
function NotApplicableLine({
  reason,
  onTakeBack,
}: {
  readonly reason: string;
  readonly onTakeBack: () => void;
}) {
  const text = useText();
  return (
    <Row gap="1" align="center" justify="between" wrap>
      <Row as="p" gap="1" size="small">
        <IconCircleOff data-tone="quiet" size={20} stroke={2} aria-hidden />
        {text('checklists.notApplicable.says', { reason })}
      </Row>
      <Button variant="default" onClick={onTakeBack}>
        {text('checklists.notApplicable.takeBack')}
      </Button>
    </Row>
  );
}
