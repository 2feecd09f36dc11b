import { HEADER_WITHIN, isDecodableFile } from '../../../shared/picture-size.ts';

/**
 * Decodes a picture of the camera, or a file that a person picked.
 *
 * @throws where the file is not a PNG, JPEG or WebP, or its header names a size that would take too much memory; it is
 * then not decoded at all
 */
export async function decodePicture(picture: Blob | ImageBitmap): Promise<ImageBitmap> {
  if (picture instanceof Blob) {
    const header = new Uint8Array(await picture.slice(0, HEADER_WITHIN).arrayBuffer());
    if (!isDecodableFile(header)) throw new Error('The picture is not decoded.');
  }
  return createImageBitmap(picture);
}
