import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { inRoot, withPinnedNode } from './project.mjs';
import { npm } from './run.mjs';

const stamp = inRoot('web', 'dist', '.sources');
export const builtPage = inRoot('web', 'dist', 'index.html');

/** Builds the web app if its sources have changed since the last build. Returns the exit code. */
export async function buildWebWhenStale() {
  const sources = hashSources();
  const isFresh = existsSync(builtPage) && existsSync(stamp) && readFileSync(stamp, 'utf8') === sources;
  if (isFresh) return { code: 0, output: '' };
  const built = await npm(['run', 'build', '--silent'], { env: withPinnedNode() });
  if (built.code === 0) writeFileSync(stamp, sources);
  return built;
}

/** Compares the content, because a checkout changes the time of every file. */
function hashSources() {
  const hash = createHash('sha256');
  const files = [
    'package-lock.json',
    'tsconfig.base.json',
    ...filesIn('web'),
    ...filesIn('contract'),
    ...filesIn('tools/web-build'),
  ];
  for (const file of files.sort()) hash.update(`${file}\0`).update(readFileSync(inRoot(file)));
  return hash.digest('hex');
}

function filesIn(folder) {
  return readdirSync(inRoot(folder), { withFileTypes: true }).flatMap((entry) => {
    const file = path.posix.join(folder, entry.name);
    if (entry.isDirectory()) return ['node_modules', 'dist'].includes(entry.name) ? [] : filesIn(file);
    return entry.isFile() && !/\.(test\.tsx?|tsbuildinfo)$/.test(file) ? [file] : [];
  });
}
