import { createHash } from 'node:crypto';
import { existsSync, lstatSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { findPinnedNode, inRoot, stopWith } from './project.mjs';
import { npm } from './run.mjs';

const stamp = inRoot('node_modules', '.aisle-lock');

/** Installs the packages of the lock file if one is missing or the lock file has changed since. */
export async function installWhenNeeded() {
  if (isInstalled()) return;
  console.log('Installing dependencies; this takes about a minute …');
  // Includes development packages even if NODE_ENV is production, because the web app is built here.
  const { code, output } = await npm(['ci', '--include=dev', '--include=optional']);
  if (code !== 0) stopWith(`${output.trim()}\nnpm ci failed: see above.`);
  writeFileSync(stamp, lockHash());
}

function isInstalled() {
  // A linked folder belongs to another project, and npm ci would empty it.
  if (lstatSync(inRoot('node_modules'), { throwIfNoEntry: false })?.isSymbolicLink()) return true;
  const present =
    findPinnedNode() &&
    ['vite', 'vitest', 'fastify'].every((name) => existsSync(inRoot('node_modules', name)));
  if (!present) return false;
  if (existsSync(stamp)) return readFileSync(stamp, 'utf8') === lockHash();
  // Installed by hand: npm writes this file last.
  const own = statSync(inRoot('node_modules', '.package-lock.json'), { throwIfNoEntry: false });
  return own !== undefined && own.mtimeMs >= statSync(inRoot('package-lock.json')).mtimeMs;
}

function lockHash() {
  return createHash('sha256')
    .update(readFileSync(inRoot('package-lock.json')))
    .digest('hex');
}
