import { hostname } from 'node:os';

/**
 * Prints lines that an operator waits for at the start, whatever the LOG_LEVEL: plain text in a terminal, else a line of JSON
 * like the rest of the log.
 */
export function printLine(
  text: string,
  out: Pick<NodeJS.WriteStream, 'isTTY' | 'write'> = process.stdout,
): void {
  const line = { level: 30, time: Date.now(), pid: process.pid, hostname: hostname(), msg: text.trim() };
  out.write(`${out.isTTY ? text : JSON.stringify(line)}\n`);
}
