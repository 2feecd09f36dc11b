import type {
  ChecklistAnswer,
  ChecklistItem,
  ChecklistItemType,
  ForcedMark,
  TypedAnswer,
} from '../../../shared/domain/checklist.ts';
import type { KnownForChecklist } from '../../../shared/domain/checklist-asking.ts';

/** Typed text that is no answer yet: no number, or out of range and without a reason. */
export interface Unsaved {
  readonly typed: string;
  readonly reason: string;
}

/** The props of every kind of item. */
export interface ItemProps<Type extends ChecklistItemType> {
  readonly item: Extract<ChecklistItem, { type: Type }>;
  readonly answer: ChecklistAnswer | undefined;
  /** The mark of this very answer, where it was forced. */
  readonly mark: ForcedMark | null;
  readonly unsaved: Unsaved | null;
  readonly known: Pick<KnownForChecklist, 'vin'>;
  readonly labelledBy: string;
  /** `reason`: why it counts although it is not as it should be. */
  readonly onAnswer: (answer: TypedAnswer | null, reason: string | null) => void;
  /** Null: nothing is unsaved any more. */
  readonly onUnsaved: (unsaved: Unsaved | null) => void;
}
