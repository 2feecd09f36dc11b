import type {
  ChecklistAnswer,
  ChecklistItem,
  ChecklistItemType,
  ForcedMark,
  NotApplicable,
  TypedAnswer,
} from '../../../shared/domain/checklist.ts';
import type { KnownForChecklist } from '../../../shared/domain/checklist-asking.ts';

/** An answer that is given in words, not by pictures. */
export type GivenAnswer = TypedAnswer | NotApplicable;

/** Typed text that is not a valid answer yet: not a number, or out of range without a reason. */
export interface Unsaved {
  readonly typed: string;
  readonly reason: string;
}

/** The props of every kind of item. */
export interface ItemProps<Type extends ChecklistItemType> {
  readonly item: Extract<ChecklistItem, { type: Type }>;
  readonly answer: ChecklistAnswer | undefined;
  /** The mark of this answer, where it was forced. */
  readonly mark: ForcedMark | null;
  readonly unsaved: Unsaved | null;
  readonly known: Pick<KnownForChecklist, 'vin'>;
  readonly labelledBy: string;
  /** `reason`: why the answer counts although it deviates. */
  readonly onAnswer: (answer: GivenAnswer | null, reason: string | null) => void;
  /** Null: the field has no unsaved text any more. */
  readonly onUnsaved: (unsaved: Unsaved | null) => void;
}
