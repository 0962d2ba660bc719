import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { missingFromLock } from './lock.mjs';
import { inRoot } from './project.mjs';

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

test('the Node that the project brings is of one major version on every platform', () => {
  const { optionalDependencies } = JSON.parse(readFileSync(inRoot('package.json'), 'utf8'));
  const nodes = Object.entries(optionalDependencies).filter(([name]) => name.startsWith('node-'));

  expect(nodes).toHaveLength(5);
  expect(new Set(nodes.map(([, version]) => version.split('.')[0]))).toEqual(new Set(['24']));
});
