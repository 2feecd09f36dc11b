import type { ManagedInstruction } from '../../../../shared/domain/office-documents.ts';
import type { InstructionContent } from '../../../../shared/relay/office-documents.ts';

/** A field that keeps an instruction from being published. */
type InstructionFault = 'brand' | 'title' | 'note';

export const emptyInstruction: InstructionContent = {
  brand: '',
  model: '',
  key: '',
  title: '',
  note: '',
  files: [],
};

/** The first field without which an instruction cannot be published; null = it can be. */
export function faultOf({ brand, title, note, files }: InstructionContent): InstructionFault | null {
  if (brand.trim() === '') return 'brand';
  if (title.trim() === '') return 'title';
  return note.trim() === '' && files.length === 0 ? 'note' : null;
}

/** The instruction as it is published: names without blanks around them. */
export const trimmed = ({ brand, model, key, title, ...rest }: InstructionContent): InstructionContent => ({
  ...rest,
  brand: brand.trim(),
  model: model.trim(),
  key: key.trim(),
  title: title.trim(),
});

/** Instructions by brand, in the order of the list. */
export const byBrand = (
  all: readonly ManagedInstruction[],
): readonly (readonly [string, readonly ManagedInstruction[]])[] => [
  ...Map.groupBy(all, ({ content }) => content?.brand ?? ''),
];
