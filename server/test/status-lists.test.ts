import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { dispatchStatuses, orderStatuses, returnStatuses } from '@aisle/contract/sales/orders/order-flow';
import { parseSync, Visitor } from 'rolldown/utils';
import { expect, test } from 'vitest';

// A list of statuses in a feature or screen is incomplete once a status is added. The groups in the contract consist of stages,
// and the compiler requires a stage for a new status.

const root = fileURLToPath(new URL('../../', import.meta.url));
const files = globSync('{server,web}/src/**/*.{ts,tsx}', { cwd: root }).filter(
  (file) => !/\.(test|fixtures)\.tsx?$/.test(file),
);
const statuses = new Set<string>([...orderStatuses, ...dispatchStatuses, ...returnStatuses]);
/** Other resources use these words for their own statuses. */
const shared = new Set(['pending', 'delivered', 'cancelled', 'failed', 'expired', 'received']);

const isList = (words: readonly string[]): boolean =>
  words.length > 1 && words.every((word) => statuses.has(word)) && words.some((word) => !shared.has(word));

interface Node {
  type: string;
  start: number;
  end: number;
}
const wordIn = (node: Node | null): string =>
  node?.type === 'Literal' ? String((node as Node & { value: unknown }).value) : '';

/** The words that a chain such as `a === 'x' || a === 'y'` compares one value with. */
function comparedIn(node: Node, text: string): string[] {
  const { operator, left, right } = node as Node & { operator: string; left: Node; right: Node };
  const parts = [left, right].map((side) => {
    if (side.type !== 'BinaryExpression') return undefined;
    const compared = side as Node & { left: Node; right: Node; operator: string };
    return {
      of: text.slice(compared.left.start, compared.left.end),
      word: wordIn(compared.right),
      sign: compared.operator,
    };
  });
  const [first, second] = parts;
  const sign = operator === '||' ? '===' : '!==';
  if (!first || !second || first.of !== second.of || first.sign !== sign || second.sign !== sign) return [];
  return [first.word, second.word];
}

/** "server/src/sales/orders/order-view.ts:12: ['pending', 'orderPlaced']" for each list of statuses in a file. */
function listsIn(file: string): string[] {
  const text = readFileSync(path.join(root, file), 'utf8');
  const found: string[] = [];
  const add = (start: number, end: number) =>
    found.push(
      `${file}:${text.slice(0, start).split('\n').length}: ${text.slice(start, end).replace(/\s+/g, ' ')}`,
    );
  new Visitor({
    ArrayExpression: (node) => {
      const words = node.elements.map((element) => wordIn(element as Node | null)).filter(Boolean);
      if (isList(words)) add(node.start, node.end);
    },
    LogicalExpression: (node) => {
      if (isList(comparedIn(node as Node, text))) add(node.start, node.end);
    },
  }).visit(parseSync(file, text).program);
  for (const match of text.matchAll(/\bIN \(('\w+'(?:,\s*'\w+')+)\)/g)) {
    if (isList([...match[1]!.matchAll(/\w+/g)].map(([word]) => word)))
      add(match.index, match.index + match[0].length);
  }
  return found;
}

test('takes lists of statuses from the groups in the contract', () => {
  expect(files.flatMap(listsIn)).toEqual([]);
});
