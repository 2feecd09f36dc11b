/** Prints how a command is used and ends the process, where `--help` or `-h` is asked for. Call it before anything is opened. */
export function answerHelp(usage: string): void {
  if (!process.argv.slice(2).some((word) => word === '--help' || word === '-h')) return;
  process.stdout.write(`${usage}\n`);
  process.exit(0);
}
