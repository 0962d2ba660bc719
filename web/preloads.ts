import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Plugin, Rolldown } from 'vite';

const declared = /path: '([^']+)'(?:(?!\bpath: ')[\s\S])*?screen: \(\) =>\s*import\('([^']+)'\)/g;
const shell = 'shell/shell.tsx';

/**
 * Writes `preloads.json`: for every path, the files that its screen needs beside the first ones. The server names
 * them in the page, so that a browser fetches them all at once instead of finding them one after the other.
 */
export const writePreloads = (): Plugin => ({
  name: 'aisle:write-preloads',
  apply: 'build',
  // Last of all: what holds nothing but looks has no script any more by then.
  generateBundle: {
    order: 'post',
    handler(_, bundle) {
      const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
      const byModule = new Map(chunks.map((chunk) => [chunk.facadeModuleId, chunk]));
      const first = chunks.find(({ isEntry }) => isEntry);
      const source = path.join(import.meta.dirname, 'src');
      const around = byModule.get(path.join(source, shell));
      const known = new Set(first ? filesOf(first, bundle) : []);
      const preloads: Record<string, string[]> = {};
      for (const id of [...this.getModuleIds()].filter((module) => module.endsWith('/routes.tsx'))) {
        for (const [, route = '', file = ''] of readFileSync(id, 'utf8').matchAll(declared)) {
          const screen = byModule.get(path.join(path.dirname(id), file));
          const isSignedIn = !id.startsWith(path.join(source, 'auth'));
          const needed = [screen, isSignedIn ? around : undefined].flatMap((chunk) =>
            chunk ? [...filesOf(chunk, bundle)] : [],
          );
          preloads[route] = [...new Set(needed)].filter((name) => name in bundle && !known.has(name));
        }
      }
      this.emitFile({ type: 'asset', fileName: 'preloads.json', source: JSON.stringify(preloads) });
    },
  },
});

/** A chunk, all that it imports at once, or also when asked for it, and their looks. */
export function filesOf(
  chunk: Rolldown.OutputChunk,
  bundle: Rolldown.OutputBundle,
  withDialogs = false,
): Set<string> {
  const files = new Set([chunk.fileName]);
  // A set also visits what is added on the way.
  for (const name of files) {
    const file = bundle[name];
    if (file?.type !== 'chunk') continue;
    for (const imported of file.imports) files.add(imported);
    for (const asked of withDialogs && !file.isEntry ? file.dynamicImports : []) files.add(asked);
    for (const css of file.viteMetadata?.importedCss ?? []) files.add(css);
  }
  return files;
}
