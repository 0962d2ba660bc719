import { createHash } from 'node:crypto';
import { existsSync, lstatSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { findPinnedNode, inRoot, stopWith } from './project.mjs';
import { npm } from './run.mjs';
import { sayWhile } from './say.mjs';

const stamp = inRoot('node_modules', '.aisle-lock');

/** Installs the packages of the lock file if one is missing or the lock file has changed since. */
export async function installWhenNeeded() {
  if (isInstalled()) return;
  // Includes development packages even if NODE_ENV is production, because the web app is built here.
  const installed = npm(['ci', '--include=dev', '--include=optional']);
  const { code, output } = await sayWhile(installed, progressOfInstall());
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

/** Counts the packages of this platform that npm has unpacked. Its own progress bar needs a terminal without a parent. */
function progressOfInstall() {
  const { packages } = JSON.parse(readFileSync(inRoot('package-lock.json'), 'utf8'));
  const isGlibc = Boolean(process.report.getReport().header.glibcVersionRuntime);
  const fits = (allowed, here) => !allowed || allowed.includes(here);
  const wanted = Object.entries(packages)
    .filter(
      ([place, { os, cpu, libc, link }]) =>
        place.includes('node_modules/') &&
        !link &&
        fits(os, process.platform) &&
        fits(cpu, process.arch) &&
        fits(libc, isGlibc ? 'glibc' : 'musl'),
    )
    .map(([place]) => inRoot(place, 'package.json'));
  const since = Date.now();
  return () => {
    const done = wanted.filter((file) => existsSync(file)).length;
    const seconds = Math.round((Date.now() - since) / 1000);
    return `Installing dependencies: ${done} of ${wanted.length} packages${seconds > 0 ? ` · ${seconds} s` : ''}`;
  };
}

function lockHash() {
  return createHash('sha256')
    .update(readFileSync(inRoot('package-lock.json')))
    .digest('hex');
}
