import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { DEFAULT_THEME } from '@mantine/core';
import { expect, test } from 'vitest';
import { cssVariables } from './theme.ts';

const source = fileURLToPath(new URL('../../', import.meta.url));
const sheets = globSync('**/*.module.css', { cwd: source }).map((file) => ({
  file,
  // Print styles have their own measures and no theme.
  text: readFileSync(source + file, 'utf8').replace(/@media print[\s\S]*/, ''),
}));
const { variables } = cssVariables(DEFAULT_THEME);
const steps = Object.entries(variables).filter(([name]) => name.startsWith('--space-'));

test('uses theme variables for margins, paddings and gaps in steps of 4 px', () => {
  const sizes = new Set(steps.map(([, size]) => size));
  const literal = sheets.flatMap(({ file, text }) =>
    [...text.matchAll(/^\s*((?:margin|padding)[a-z-]*|(?:row-|column-)?gap)\s*:\s*([^;]+);/gm)]
      .filter(([, , value = '']) => (value.match(/\d+(\.\d+)?px/g) ?? []).some((size) => sizes.has(size)))
      .map(([, name, value]) => `${file}: ${name}: ${value}`),
  );

  expect(literal).toEqual([]);
});

test('uses only spacing variables that the theme defines', () => {
  const known = new Set(steps.map(([name]) => name));
  const unknown = sheets.flatMap(({ file, text }) =>
    [...text.matchAll(/var\((--space-[\w-]+)\)/g)]
      .filter(([, name = '']) => !known.has(name))
      .map(([, name]) => `${file}: ${name}`),
  );

  expect(unknown).toEqual([]);
});

test('uses every class of a style sheet in a component', () => {
  /** By style sheet, the names that its importing components use after a dot or in quotes. */
  const named = new Map<string, Set<string>>();
  for (const file of globSync('**/*.{ts,tsx}', { cwd: source })) {
    const text = readFileSync(source + file, 'utf8');
    const imports = [...text.matchAll(/from '([^']+\.module\.css)'/g)];
    const names = imports.length > 0 ? [...text.matchAll(/[.'](\w+)/g)].map(([, name = '']) => name) : [];
    for (const [, to = ''] of imports) {
      const sheet = path.join(path.dirname(file), to);
      named.set(sheet, new Set([...(named.get(sheet) ?? []), ...names]));
    }
  }
  const unused = sheets.flatMap(({ file, text }) => {
    const selectors = text
      .replace(/\/\*[\s\S]*?\*\//g, '')
      .replace(/:global\((?:[^()]|\([^()]*\))*\)/g, '')
      .replace(/\{[^{}]*\}/g, '{}');
    const classes = new Set([...selectors.matchAll(/\.([a-z]\w*)/gi)].map(([, name = '']) => name));
    return [...classes].filter((name) => !named.get(file)?.has(name)).map((name) => `${file}: ${name}`);
  });

  expect(unused).toEqual([]);
});

test('uses every shared class, and only spacing classes that exist', () => {
  const sheet = readFileSync(`${source}ui/theme/shared.css`, 'utf8');
  const shared = new Set([...sheet.matchAll(/^ {2}\.([\w-]+)/gm)].map(([, name = '']) => name));
  const components = globSync('**/*.tsx', { cwd: source }).map((file) => readFileSync(source + file, 'utf8'));
  const named = new Set(components.join().match(/[\w-]+/g));
  const spaces = [...named].filter((name) => /^(gap|gap-x|mt|mb)-\d+$/.test(name));

  expect([...shared].filter((name) => !named.has(name))).toEqual([]);
  expect(spaces.filter((name) => !shared.has(name))).toEqual([]);
});

test('uses only colors of the theme', () => {
  const literal = sheets.flatMap(({ file, text }) =>
    [...text.matchAll(/^\s*(?:color|background(?:-color)?|border[a-z-]*)\s*:[^;]*(#[0-9a-f]{3,8}\b)/gim)].map(
      ([, color]) => `${file}: ${color}`,
    ),
  );

  expect(literal).toEqual([]);
});

test('positions sticky elements below the top bar', () => {
  // The top bar itself, and a grid, which scrolls in its own box.
  const exempt = ['shell/shell.module.css', 'ui/grid/grid.module.css'];
  const covered = sheets
    .filter(({ file }) => !exempt.includes(file))
    .flatMap(({ file, text }) =>
      [...text.matchAll(/\{[^{}]*position: sticky;[^{}]*\}/g)]
        .flatMap(([block]) => block.match(/(?<![\w-])top: [^;]+;/g) ?? [])
        .filter((top) => !top.includes('var(--shell-top, 0px)'))
        .map((top) => `${file}: ${top}`),
    );

  expect(covered).toEqual([]);
});
