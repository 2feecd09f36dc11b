import type { InstructionContent } from '../../shared/relay/office-documents.ts';
import { call } from '../data/call.ts';
import { useText } from '../i18n/use-text.ts';
import type { Media } from './checklist/photos.ts';

/** The cars of an instruction in one line: "Volkswagen Transporter, key: Flip key". */
export function useSubject(): (content: Pick<InstructionContent, 'brand' | 'model' | 'key'>) => string {
  const text = useText();
  return ({ brand, model, key }) =>
    [
      [brand, model].filter((part) => part.trim() !== '').join(' '),
      ...(key.trim() === '' ? [] : [text('instructions.key', { key })]),
    ].join(', ');
}

/** Pictures of instructions on this laptop. */
export const instructionPictures: Pick<Media, 'picture'> = {
  picture: async (digest) => {
    const answer = await call(window.boxwright.instructions.picture, { digest });
    return answer.ok ? answer.value.picture : null;
  },
};
