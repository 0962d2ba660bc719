import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Plugin } from 'vite';
import { filesOf } from './preloads.ts';

/** What people work with between the shelves, where connections are lost. */
const screens = ['shell/shell.tsx', 'orders/order-queue.tsx', 'orders/order-view.tsx'];

/** Writes `offline.js`: a worker that keeps these screens, with their dialogs, in the browser. */
export const writeOffline = (): Plugin => ({
  name: 'aisle:write-offline',
  apply: 'build',
  generateBundle: {
    order: 'post',
    handler(_, bundle) {
      const source = path.join(import.meta.dirname, 'src');
      const wanted = new Set(screens.map((screen) => path.join(source, screen)));
      const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
      const needed = chunks.filter(
        ({ isEntry, facadeModuleId }) => isEntry || wanted.has(facadeModuleId ?? ''),
      );
      const names = new Set(needed.flatMap((chunk) => [...filesOf(chunk, bundle, true)]));
      const files = [...names].filter((name) => name in bundle).sort();
      const release = createHash('sha256').update(files.join()).digest('hex').slice(0, 12);
      const worker = readFileSync(path.join(import.meta.dirname, 'offline-worker.js'), 'utf8');
      const list = JSON.stringify(['/', '/icon.svg', ...files.map((name) => `/${name}`)]);
      this.emitFile({
        type: 'asset',
        fileName: 'offline.js',
        source: `const release = '${release}';\nconst files = ${list};\n${worker}`,
      });
    },
  },
});
