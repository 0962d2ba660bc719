import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { DEFAULT_THEME } from '@mantine/core';
import { expect, test } from 'vitest';
import { cssVariables } from './theme.ts';

const source = fileURLToPath(new URL('../', import.meta.url));
const sheets = globSync('**/*.module.css', { cwd: source }).map((file) => ({
  file,
  // Paper has its own measures and no theme.
  text: readFileSync(source + file, 'utf8').replace(/@media print[\s\S]*/, ''),
}));
const { variables } = cssVariables(DEFAULT_THEME);
const steps = Object.entries(variables).filter(([name]) => name.startsWith('--space-'));

test('margins, paddings and gaps of 4 px steps are those of the theme', () => {
  const sizes = new Set(steps.map(([, size]) => size));
  const literal = sheets.flatMap(({ file, text }) =>
    [...text.matchAll(/^\s*((?:margin|padding)[a-z-]*|(?:row-|column-)?gap)\s*:\s*([^;]+);/gm)]
      .filter(([, , value = '']) => (value.match(/\d+(\.\d+)?px/g) ?? []).some((size) => sizes.has(size)))
      .map(([, name, value]) => `${file}: ${name}: ${value}`),
  );

  expect(literal).toEqual([]);
});

test('every step of space that a style names is one of the theme', () => {
  const known = new Set(steps.map(([name]) => name));
  const unknown = sheets.flatMap(({ file, text }) =>
    [...text.matchAll(/var\((--space-[\w-]+)\)/g)]
      .filter(([, name = '']) => !known.has(name))
      .map(([, name]) => `${file}: ${name}`),
  );

  expect(unknown).toEqual([]);
});

test('colors of a style are those of the theme', () => {
  const literal = sheets.flatMap(({ file, text }) =>
    [...text.matchAll(/^\s*(?:color|background(?:-color)?|border[a-z-]*)\s*:[^;]*(#[0-9a-f]{3,8}\b)/gim)].map(
      ([, color]) => `${file}: ${color}`,
    ),
  );

  expect(literal).toEqual([]);
});
