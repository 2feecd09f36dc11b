/** Characters per step: a longer list of arguments would overflow the stack. */
const AT_ONCE = 32_768;

/** The bytes of a file in base64. */
export async function base64Of(file: File): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  let text = '';
  for (let at = 0; at < bytes.length; at += AT_ONCE) {
    text += String.fromCharCode(...bytes.subarray(at, at + AT_ONCE));
  }
  return btoa(text);
}
