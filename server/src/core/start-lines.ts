import { hostname } from 'node:os';

type Out = Pick<NodeJS.WriteStream, 'isTTY' | 'write'>;

/**
 * Prints lines that an operator waits for at the start, whatever the LOG_LEVEL: plain text in a terminal, else a line of JSON
 * like the rest of the log.
 */
export function printLine(text: string, out: Out = process.stdout): void {
  const line = { level: 30, time: Date.now(), pid: process.pid, hostname: hostname(), msg: text.trim() };
  out.write(`${out.isTTY ? text : JSON.stringify(line)}\n`);
}

/** Prints rows with aligned columns below a head; as a log, one line for each row. */
export function printTable(
  head: readonly string[],
  rows: readonly (readonly string[])[],
  out: Out = process.stdout,
): void {
  const widths = head.map((name, column) =>
    Math.max(name.length, ...rows.map((row) => row[column]?.length ?? 0)),
  );
  const lineOf = (cells: readonly string[]) =>
    `  ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ')}`.trimEnd();
  if (out.isTTY) out.write(`\n${lineOf(head)}\n`);
  for (const row of rows) printLine(lineOf(row), out);
  if (out.isTTY) out.write('\n');
}

/** A long start, step by step. */
export interface Steps {
  /** Ends the current step and begins another one. */
  begin(name: string): void;
  /** Shows how much of the current step is done. */
  readonly count: (done: number, total?: number) => void;
}
export const silentSteps: Steps = { begin: () => {}, count: () => {} };

/**
 * Prints steps. In a terminal, the line of the current one shows its count and the seconds it takes; a log gets a line when
 * a step is over.
 */
export class PrintedSteps implements Steps {
  readonly #out: Out;
  readonly #timer = setInterval(() => this.#draw(), 1000).unref();
  #name: string | undefined;
  #count = '';
  #since = 0;
  #drawnAt = 0;

  constructor(out: Out = process.stdout) {
    this.#out = out;
  }

  begin(name: string): void {
    this.#end();
    this.#name = name;
    this.#count = '';
    this.#since = performance.now();
    this.#draw();
  }

  count = (done: number, total = done): void => {
    this.#count = done < total ? `${inThousands(done)} of ${inThousands(total)}` : inThousands(total);
    // A terminal that redraws thousands of times would take longer than the step.
    if (performance.now() - this.#drawnAt > 100) this.#draw();
  };

  /** Ends the last step. */
  close(): void {
    this.#end();
    clearInterval(this.#timer);
  }

  #draw(): void {
    this.#drawnAt = performance.now();
    // Erases what is left of a longer line.
    if (this.#name !== undefined && this.#out.isTTY) this.#out.write(`\r${this.#text()}\u001b[K`);
  }

  #end(): void {
    if (this.#name === undefined) return;
    this.#draw();
    if (this.#out.isTTY) this.#out.write('\n');
    else printLine(this.#text(), this.#out);
    this.#name = undefined;
  }

  #text(): string {
    const seconds = Math.floor((performance.now() - this.#since) / 1000);
    const parts = [this.#count, ...(seconds > 0 ? [`${seconds} s`] : [])].filter(Boolean);
    return `  ${(this.#name ?? '').padEnd(32)}${parts.join(' · ')}`.trimEnd();
  }
}

const inThousands = (count: number): string => count.toLocaleString('en-US');

const levelNames: Record<number, string> = { 40: 'Warning: ', 50: 'Error: ', 60: 'Fatal: ' };

/** A log for a terminal: text instead of JSON, without the requests that were refused as intended. */
export const terminalLog = (out: Pick<NodeJS.WriteStream, 'write'>): { write(line: string): void } => ({
  write: (line) => {
    const { level, time, msg, err, id, reason } = JSON.parse(line) as LogLine;
    if (id !== undefined && level < 50) return;
    const details = [reason, err?.stack ?? err?.message].filter(Boolean).join(' ');
    const moment = new Date(time).toLocaleTimeString('en-US');
    out.write(`${moment}  ${levelNames[level] ?? ''}${msg ?? ''}${details && `: ${details}`}\n`);
  },
});
interface LogLine {
  level: number;
  time: number;
  msg?: string;
  err?: { message?: string; stack?: string };
  /** The request that the line belongs to. */
  id?: string;
  reason?: string;
}
