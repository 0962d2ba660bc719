import path from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { compressAssets } from '../tools/web-build/compress.ts';
import { writeWorkers } from '../tools/web-build/offline.ts';

const server = process.env.AISLE_API ?? 'http://127.0.0.1:4000';
const proxy = Object.fromEntries(['/api', '/files', '/livez', '/readyz'].map((path) => [path, server]));

/**
 * Without groups, modules shared by the same screens become a file each, and the order list loads a hundred. A module
 * goes into the first group it fits; the rest is left to the bundler. Counts are of screens and dialogs.
 */
const importsOf = new Map<string, Set<string>>();
const groups = [
  // Rarely change, so browsers keep them over many releases.
  { name: 'react', test: /node_modules\/(react|react-dom|scheduler)\// },
  { name: 'tanstack', test: /node_modules\/@tanstack\// },
  { name: 'zod', test: /node_modules\/zod\// },
  // What the entry imports at once, the sign-in screen included. Nothing of it may be left to a later group.
  { name: 'first', tags: ['$initial' as const] },
  { name: 'icons', test: /node_modules\/@tabler\//, minShareCount: 2 },
  // Before `widgets`, which most dialogs need and lists don't: it takes along only what these modules use.
  { name: 'common', test: /\/(web|contract)\/src\/|\/@mantine\/hooks\//, minShareCount: 48 },
  { name: 'widgets', minShareCount: 48 },
  // The modules that most users load first: every screen has the shell, and most days begin at the order list.
  { name: usedBy('shell-parts', 'web/src/shell/shell.tsx'), minShareCount: 2 },
  { name: usedBy('order-parts', 'web/src/sales/orders/list/order-list.tsx'), minShareCount: 2 },
  // After the groups of the order list, which needs few of these modules. Only the audit log and histories need the sentences.
  { name: 'contract', test: /contract\/src\/(?!audit-sentences)/, minShareCount: 32 },
];

interface Graph {
  getModuleInfo: (id: string) => { importedIds: readonly string[] } | null;
}
/** The name of a group with our modules that a screen imports, directly or not. Libraries import more than they need. */
function usedBy(name: string, screen: string) {
  const root = path.join(import.meta.dirname, '..', screen);
  return (id: string, graph: Graph) => {
    const known = importsOf.get(root) ?? new Set([root]);
    // Iterating over a Set also visits the elements added meanwhile.
    if (!importsOf.has(root)) {
      for (const one of known) {
        for (const imported of graph.getModuleInfo(one)?.importedIds ?? []) {
          if (!imported.includes('node_modules')) known.add(imported);
        }
      }
      importsOf.set(root, known);
    }
    return known.has(id) ? name : null;
  };
}

export default defineConfig({
  plugins: [react(), writeWorkers(), compressAssets()],
  // The server puts in another one with each page.
  html: { cspNonce: 'STYLE-NONCE' },
  server: { proxy },
  preview: { proxy },
  build: {
    outDir: 'dist',
    target: 'es2023',
    manifest: 'manifest.json',
    chunkSizeWarningLimit: 400,
    rolldownOptions: { output: { codeSplitting: { groups } } },
  },
});
