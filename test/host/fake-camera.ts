/** Chromium's switches, in either host, that play a video file, again and again, as the machine's only camera. */
export function fakeCameraFlags(file: string | undefined): readonly string[] {
  if (file === undefined) return [];
  return ['--use-fake-device-for-media-stream', `--use-file-for-fake-video-capture=${file}`];
}
