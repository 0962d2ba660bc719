import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

const server = process.env.AISLE_API ?? 'http://127.0.0.1:4000';
const proxy = Object.fromEntries(['/api', '/files', '/livez', '/readyz'].map((path) => [path, server]));

export default defineConfig({
  plugins: [react()],
  server: { proxy },
  preview: { proxy },
  build: {
    outDir: 'dist',
    target: 'es2023',
    chunkSizeWarningLimit: 400,
    rolldownOptions: {
      output: {
        codeSplitting: {
          // What every page needs and what hardly ever changes: kept by browsers over many releases.
          groups: [
            { name: 'react', test: /node_modules\/(react|react-dom|scheduler)\// },
            {
              name: 'tanstack',
              test: /node_modules\/@tanstack\/(react-router|router-core|history|react-query|query-core|react-store|store)\//,
            },
          ],
        },
      },
    },
  },
});
