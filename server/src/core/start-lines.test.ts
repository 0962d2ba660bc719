import { expect, test } from 'vitest';
import { printLine } from './start-lines.ts';

const printed = (isTTY: boolean) => {
  let text = '';
  printLine('Aisle is ready: http://localhost:4000', {
    isTTY,
    write: (chunk: string | Uint8Array) => {
      text += chunk;
      return true;
    },
  });
  return text;
};

test('prints text to a terminal, and a JSON log line elsewhere', () => {
  expect(printed(true)).toBe('Aisle is ready: http://localhost:4000\n');
  expect(JSON.parse(printed(false))).toMatchObject({
    level: 30,
    msg: 'Aisle is ready: http://localhost:4000',
  });
  expect(printed(false).endsWith('}\n')).toBe(true);
});
