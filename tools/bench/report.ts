import type { Outcome } from './measure.ts';

export interface SizeReport {
  size: string;
  outcomes: Outcome[];
}

const ms = (value: number): string => (value < 10 ? value.toFixed(2) : value.toFixed(1));
const whole = (value: number): string => Math.round(value).toLocaleString('en-US');

export function printTable({ size, outcomes }: SizeReport): void {
  const head = [
    '',
    'p50',
    'p99',
    'req/s',
    'of bare',
    'p50',
    'p99',
    'req/s',
    'of bare',
    'CPU',
    'SQL',
    'bytes',
  ];
  const rows = outcomes.flatMap(({ name, at, statements, bytes }) =>
    at
      ? [
          [
            name,
            ...[at[1], at[16]].flatMap((each) => [
              ms(each.p50),
              ms(each.p99),
              whole(each.perSecond),
              (each.perSecond / each.barePerSecond).toFixed(2),
            ]),
            at[16].cpu.toFixed(2),
            String(statements),
            whole(bytes ?? 0),
          ],
        ]
      : [],
  );
  const widths = head.map((title, column) =>
    Math.max(title.length, ...rows.map((row) => row[column]!.length)),
  );
  const line = (row: string[]) =>
    row.map((cell, column) => (column ? cell.padStart(widths[column]!) : cell.padEnd(widths[0]!))).join('  ');
  console.log(
    `\n${size}: one client at a time, then 16 at once; milliseconds; CPU is that of the server's process for one request\n${line(head)}`,
  );
  for (const row of rows) console.log(line(row));
  for (const { name, skipped } of outcomes) if (skipped) console.log(`skipped: ${name}: ${skipped}`);
}

/** The limits that the project has set; false if one is exceeded. */
export function printBars(reports: SizeReport[]): boolean {
  let allMet = true;
  const say = (isMet: boolean, claim: string) => {
    allMet &&= isMet;
    console.log(`${isMet ? 'met    ' : 'NOT MET'} ${claim}`);
  };
  const smaller = reports.find((report) => report.size === 'S');
  const larger = reports.find((report) => report.size === 'M') ?? reports.at(-1)!;
  console.log('');
  for (const { name, kind, bar, at, statements = 0, byRows } of larger.outcomes) {
    if (!at) continue;
    if (kind !== 'write') say(statements <= 6, `${name}: ${statements} statements, at most 6`);
    if (byRows) {
      say(byRows.many <= byRows.few, `${name}: ${byRows.few} statements for 5 rows, ${byRows.many} for 100`);
    }
    for (const [concurrency, wanted] of [
      [1, bar?.alone],
      [16, bar?.at16],
    ] as const) {
      const { perSecond } = at[concurrency];
      if (wanted)
        say(
          perSecond >= wanted,
          `${name}: ${whole(perSecond)}/s at ${concurrency}, at least ${whole(wanted)}`,
        );
    }
    for (const part of ['p50', 'p99'] as const) {
      const wanted = bar?.[part];
      if (wanted) say(at[1][part] <= wanted, `${name}: ${part} ${ms(at[1][part])} ms, at most ${wanted}`);
    }
    if (bar?.ofBareAt16) {
      const ratio = at[16].perSecond / at[16].barePerSecond;
      say(
        ratio >= bar.ofBareAt16,
        `${name}: ${ratio.toFixed(2)} of the bare driver at 16, at least ${bar.ofBareAt16}`,
      );
    }
    const before = smaller?.outcomes.find((each) => each.name === name)?.at;
    if (!(kind === 'list' || kind === 'counts') || !before || smaller === larger) continue;
    for (const concurrency of [1, 16] as const) {
      const times = (part: 'p50' | 'p99') => at[concurrency][part] / before[concurrency][part];
      const comparison = `${times('p99').toFixed(1)} times that of S (p50 ${times('p50').toFixed(1)} times), at most 3`;
      say(times('p99') <= 3, `${name}: p99 at ${concurrency} is ${comparison}`);
    }
  }
  return allMet;
}
