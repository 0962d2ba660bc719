import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { chunks } from './chunks.ts';
import { hintCompiling } from './compile-hint.ts';
import { leaveOutAnswers, leaveOutJsonSchema } from './leave-out.ts';
import { writeOffline } from './offline.ts';
import { packAssets } from './pack.ts';
import { writePreloads } from './preloads.ts';

const server = process.env.AISLE_API ?? 'http://127.0.0.1:4000';
const proxy = Object.fromEntries(['/api', '/files', '/livez', '/readyz'].map((path) => [path, server]));

export default defineConfig({
  plugins: [
    react(),
    leaveOutJsonSchema(),
    leaveOutAnswers(),
    writePreloads(),
    writeOffline(),
    hintCompiling(),
    packAssets(),
  ],
  server: { proxy },
  preview: { proxy },
  build: {
    outDir: 'dist',
    target: 'es2023',
    chunkSizeWarningLimit: 400,
    rolldownOptions: { output: { codeSplitting: { groups: chunks } } },
  },
});
