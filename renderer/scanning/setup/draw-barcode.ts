import { code128, drawingSVG } from 'bwip-js/browser';

/** The code as a Code 128 barcode: an image address that holds the drawing itself, black on white with its quiet zone. */
export function barcodeImage(text: string): string {
  const svg = code128(
    {
      bcid: 'code128',
      text,
      scale: 3,
      height: 16,
      paddingwidth: 12,
      paddingheight: 6,
      backgroundcolor: 'FFFFFF',
    },
    drawingSVG(),
  );
  return `data:image/svg+xml,${encodeURIComponent(svg)}`;
}
