import { builtinEnvironments, type Environment } from 'vitest/runtime';

// One document for all files of a worker: React and the app's modules keep references to the first one, and reloading them for
// each file took a third of the time.
const { 'happy-dom': happyDom } = builtinEnvironments;
let opened: unknown;

export default {
  name: 'one-document',
  viteEnvironment: 'client',
  async setup(global, options) {
    opened ??= happyDom.setup(global, options);
    await opened;
    return { teardown() {} };
  },
} satisfies Environment;
