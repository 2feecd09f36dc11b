import { describe, expect, it } from 'vitest';
import { pictureType } from '../../../electron/directory/key-pictures.ts';
import { madeJpeg, madePng, madeWebp } from '../../pictures/made-pictures.ts';

const [png, jpeg, webp] = [madePng(), madeJpeg(), madeWebp('VP8 ')];
const svg = Buffer.from('<?xml version="1.0"?>\n<!-- a key -->\n<svg xmlns="http://www.w3.org/2000/svg"/>');

describe('a picture', () => {
  it.each([
    ['image/png', png],
    ['image/jpeg', jpeg],
    ['image/webp', webp],
    ['image/svg+xml', svg],
    ['IMAGE/SVG+XML; charset=utf-8', svg],
  ])('is taken as %s when header and bytes agree', (header, bytes) => {
    expect(pictureType(header, bytes)).toBe(header.split(';')[0]?.toLowerCase());
  });

  it.each([
    ['without a type', undefined, png],
    ['with another type than its bytes', 'image/png', jpeg],
    ['that is a login page', 'image/svg+xml', Buffer.from('<html><body><svg></svg></body></html>')],
    ['that is a login page under its own type', 'text/html', Buffer.from('<html></html>')],
    ['of a type that is not wanted', 'image/gif', Buffer.from('GIF89a')],
    ['that is empty', 'image/png', Buffer.alloc(0)],
    ['of more pixels than may be decoded', 'image/png', madePng('', 8001, 5000)],
    ['with entities', 'image/svg+xml', Buffer.from('<!DOCTYPE svg [<!ENTITY a "b">]><svg>&a;</svg>')],
    [
      'that holds another',
      'image/svg+xml',
      Buffer.from('<svg><image href="DATA:image/png;base64,A"/></svg>'),
    ],
    ['that hides one', 'image/svg+xml', Buffer.from('<svg><image href="&#100;ata:image/png,A"/></svg>')],
  ])('%s is refused', (_what, header, bytes) => {
    expect(pictureType(header, bytes)).toBeNull();
  });
});
