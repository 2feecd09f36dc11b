/** Colours of the key drawings: dark enough on a light tile, and the bodies light enough to stand out on a dark one. */
export const ink = '#33434f';
export const soft = '#f3f6f8';
export const body = 'url(#body)';
export const metal = 'url(#metal)';
export const definitions =
  '<defs>' +
  '<linearGradient id="body" x1="0" y1="0" x2="1" y2="1"><stop offset="0" stop-color="#ffffff"/><stop offset="1" stop-color="#d9e0e6"/></linearGradient>' +
  '<linearGradient id="metal" x1="0" y1="0" x2="1" y2="0"><stop offset="0" stop-color="#f7f9fa"/><stop offset="0.5" stop-color="#c3ccd4"/><stop offset="1" stop-color="#e9eef1"/></linearGradient>' +
  '</defs>';
