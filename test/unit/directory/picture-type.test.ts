import { describe, expect, it } from 'vitest';
import { pictureType } from '../../../electron/directory/picture-type.ts';

const png = Buffer.from('89504e470d0a1a0a0000', 'hex');
const jpeg = Buffer.from('ffd8ffe000104a46', 'hex');
const webp = Buffer.concat([Buffer.from('RIFF'), Buffer.alloc(4), Buffer.from('WEBPVP8 ')]);
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
  ])('%s is refused', (_what, header, bytes) => {
    expect(pictureType(header, bytes)).toBeNull();
  });
});
