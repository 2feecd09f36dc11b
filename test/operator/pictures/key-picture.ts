import { content, json, type Answer } from '../http/answer.ts';
import type { OperatorState } from '../state.ts';
import { drawKey } from './draw-key.ts';

/** Where the drawing of a key form is served, below the server's address. */
export function picturePath(keyFormId: number): string {
  return `/_pictures/key-forms/${keyFormId}.svg`;
}

/** Answers a picture request; no login is needed, as with any picture address in a catalogue. */
export function pictureAnswer(path: string, state: OperatorState): Answer {
  const id = /^\/_pictures\/key-forms\/(\d+)\.svg$/.exec(path)?.[1];
  const form = id === undefined ? undefined : state.keyForms.get(Number(id));
  if (form === undefined) return json(404, { statusCode: 404, message: 'No such picture.' });
  return content(200, 'image/svg+xml; charset=utf-8', drawKey(form), {
    'cache-control': 'public, max-age=3600',
  });
}
