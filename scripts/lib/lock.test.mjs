import { expect, test } from 'vitest';
import { missingFromLock } from './lock.mjs';

const lock = (packages) => ({ packages: { '': {}, ...packages } });

test('an optional package without an entry of its own is missing', () => {
  const packages = { 'node_modules/tool': { optionalDependencies: { 'tool-linux': '1', 'tool-mac': '1' } } };

  expect(missingFromLock(lock({ ...packages, 'node_modules/tool-linux': {} }))).toEqual([
    'tool-mac (wanted by node_modules/tool)',
  ]);
});

test('an entry beside the package or around it counts', () => {
  const packages = {
    'node_modules/a/node_modules/b': { optionalDependencies: { near: '1', middle: '1', far: '1' } },
    'node_modules/a/node_modules/b/node_modules/near': {},
    'node_modules/a/node_modules/middle': {},
    'node_modules/far': {},
  };

  expect(missingFromLock(lock(packages))).toEqual([]);
});
