import type pg from 'pg';
import type { Settings } from '../../core/settings.ts';

/** Result of one check. Failures and warnings tell the user what to do. */
export interface Finding {
  check: string;
  state: 'ok' | 'warning' | 'failure';
  text: string;
}

/** Input of the checks. */
export interface Examined {
  settings: Settings;
  /** A connection as the owner of the database. Without one, only checks that don't need it run. */
  client?: pg.ClientBase;
  now: Date;
}
export type Check = (examined: Examined) => Promise<Omit<Finding, 'check'>[]>;

export const ok = (text: string): Omit<Finding, 'check'> => ({ state: 'ok', text });
export const warning = (text: string): Omit<Finding, 'check'> => ({ state: 'warning', text });
export const failure = (text: string): Omit<Finding, 'check'> => ({ state: 'failure', text });

/** A check that throws counts as a failure, and the others continue. */
export async function examine(
  examined: Examined,
  checks: Readonly<Record<string, Check>>,
): Promise<Finding[]> {
  const found: Finding[] = [];
  for (const [check, work] of Object.entries(checks)) {
    try {
      found.push(...(await work(examined)).map((finding) => ({ check, ...finding })));
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      found.push({ check, state: 'failure', text: `Could not be checked: ${reason}` });
    }
  }
  return found;
}

const stateWidth = 'warning'.length;

/** Formats a line for each finding and a summary. */
export function printedFindings(findings: readonly Finding[]): string {
  const width = Math.max(...findings.map(({ check }) => check.length));
  const lines = findings.map(
    ({ check, state, text }) =>
      `${state.padEnd(stateWidth)}  ${check.padEnd(width)}  ${text.replace(/\s+/g, ' ')}`,
  );
  const count = (state: Finding['state']) => findings.filter((finding) => finding.state === state).length;
  return [...lines, `${count('ok')} ok, warnings: ${count('warning')}, failures: ${count('failure')}`].join(
    '\n',
  );
}

export const exitCodeOf = (findings: readonly Finding[]): number =>
  findings.some(({ state }) => state === 'failure') ? 1 : 0;
