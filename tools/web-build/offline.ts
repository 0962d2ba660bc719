import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Plugin, Rolldown } from 'vite';

/** The screens for work between the shelves, where connections are lost, and parts of other domains that an order shows. */
const screens = [
  'shell/shell.tsx',
  'sales/orders/queue/order-queue.tsx',
  'sales/orders/record/order-view.tsx',
  'service/support/tickets-panel.tsx',
];
const modules = screens.map((screen) => path.join(import.meta.dirname, '../../web/src', screen));

/**
 * Writes the service workers. `offline.js` stores these screens, with their dialogs, in the browser, and shows notifications;
 * `driver.js` only shows notifications, so that a driver's phone doesn't load screens of the staff.
 */
export const writeWorkers = (): Plugin => ({
  name: 'aisle:write-workers',
  apply: 'build',
  // Runs after Vite has removed scripts that contained only styles.
  generateBundle: {
    order: 'post',
    handler(_, bundle) {
      const files = JSON.stringify(['/', '/icon.svg', ...filesOffline(bundle).map((name) => `/${name}`)]);
      const release = createHash('sha256').update(files).digest('hex').slice(0, 12);
      const [offline, push] = ['offline-worker.js', 'push-worker.js'].map((name) =>
        readFileSync(path.join(import.meta.dirname, name), 'utf8'),
      );
      const text = `const release = '${release}';\nconst files = ${files};\n${offline}\n${push}`;
      this.emitFile({ type: 'asset', fileName: 'offline.js', source: text });
      this.emitFile({ type: 'asset', fileName: 'driver.js', source: push! });
    },
  },
});

/**
 * The entry and these screens, with everything that they import and load on demand; following the entry itself would load every
 * screen.
 */
function filesOffline(bundle: Rolldown.OutputBundle): string[] {
  const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
  const first = chunks.filter((chunk) => chunk.isEntry || modules.includes(chunk.facadeModuleId ?? ''));
  const files = new Set(first.map((chunk) => chunk.fileName));
  // Iterating over a Set also visits the elements added meanwhile.
  for (const name of files) {
    const chunk = bundle[name];
    if (chunk?.type !== 'chunk') continue;
    const styles = chunk.viteMetadata?.importedCss ?? [];
    const fonts = [...(chunk.viteMetadata?.importedAssets ?? [])].filter((asset) => asset.endsWith('.woff2'));
    const onDemand = chunk.isEntry ? [] : chunk.dynamicImports;
    for (const added of [...chunk.imports, ...onDemand, ...styles, ...fonts]) files.add(added);
  }
  return [...files].filter((name) => name in bundle).sort();
}
