import { expect, onTestFinished, test, vi } from 'vitest';
import { PrintedSteps, printLine, printTable, terminalLog } from './start-lines.ts';

type Out = Parameters<typeof printLine>[1] & {};
function printed(isTTY: boolean, print: (out: Out) => void): string {
  let text = '';
  print({
    isTTY,
    write: (chunk: string | Uint8Array) => {
      text += chunk;
      return true;
    },
  });
  return text;
}
const messages = (text: string) =>
  text
    .trimEnd()
    .split('\n')
    .map((line) => (JSON.parse(line) as { msg: string }).msg);

test('prints text to a terminal, and a JSON log line elsewhere', () => {
  const ready = (isTTY: boolean) =>
    printed(isTTY, (out) => printLine('Aisle is ready: http://localhost:4000', out));

  expect(ready(true)).toBe('Aisle is ready: http://localhost:4000\n');
  expect(JSON.parse(ready(false))).toMatchObject({
    level: 30,
    msg: 'Aisle is ready: http://localhost:4000',
  });
  expect(ready(false).endsWith('}\n')).toBe(true);
});

test('aligns the columns of a table in a terminal, and prints a JSON line for each row elsewhere', () => {
  const rows = [
    ['Administrator', 'admin@aisle.example'],
    ['Clerk', 'clerk@aisle.example'],
  ];
  const table = (isTTY: boolean) => printed(isTTY, (out) => printTable(['Role', 'Email'], rows, out));

  expect(table(true)).toBe(
    '\n  Role           Email\n  Administrator  admin@aisle.example\n  Clerk          clerk@aisle.example\n\n',
  );
  expect(messages(table(false))).toEqual([
    'Administrator  admin@aisle.example',
    'Clerk          clerk@aisle.example',
  ]);
});

test('shows the count and the seconds of a step as they grow in a terminal', () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const text = printed(true, (out) => {
    const steps = new PrintedSteps(out);
    steps.begin('Orders');
    steps.count(12_000);
    vi.advanceTimersByTime(200);
    steps.count(4000, 12_000);
    vi.advanceTimersByTime(2000);
    steps.count(12_000, 12_000);
    steps.begin('Totals');
    steps.close();
  });

  expect(text).toContain('\r  Orders                          4,000 of 12,000\u001b[K\r');
  expect(text).toContain('\r  Orders                          4,000 of 12,000 · 2 s');
  expect(text).toContain('\r  Orders                          12,000 · 2 s\u001b[K\n');
  expect(text.endsWith('\r  Totals\u001b[K\n')).toBe(true);
});

test('logs each step once it is over', () => {
  const text = printed(false, (out) => {
    const steps = new PrintedSteps(out);
    steps.begin('Orders');
    steps.count(4000, 12_000);
    steps.count(12_000, 12_000);
    steps.begin('Totals');
    steps.close();
  });

  expect(messages(text)).toEqual(['Orders                          12,000', 'Totals']);
});

test('prints warnings to a terminal as text, and leaves out refused requests', () => {
  const text = printed(true, (out) => {
    const log = terminalLog(out);
    log.write(JSON.stringify({ level: 40, time: 0, id: 'r1', msg: 'request', status: 403 }));
    log.write(JSON.stringify({ level: 40, time: 0, msg: 'email not sent', reason: 'No such host' }));
    log.write(
      JSON.stringify({ level: 50, time: 0, id: 'r2', msg: 'boom', err: { stack: 'Error: boom\n at x' } }),
    );
  });

  expect(text).toMatch(
    /^\d+:\d\d:\d\d [AP]M {2}Warning: email not sent: No such host\n.* {2}Error: boom: Error: boom\n at x\n$/,
  );
});
