import type { Plugin } from 'vite';
import { chunks } from './chunks.ts';

/** What these hold is run on every page. */
const runAtOnce = new Set(['index', ...chunks.map(({ name }) => name)]);
const hint = '//# allFunctionsCalledOnLoad\n';

/**
 * Says so in their first line: a browser then compiles them beside, while other files still come; else it compiles one
 * function after the other in the midst of drawing the page.
 */
export const hintCompiling = (): Plugin => ({
  name: 'aisle:hint-compiling',
  apply: 'build',
  // Last of all: nothing may come to stand before it.
  generateBundle: {
    order: 'post',
    handler(_, bundle) {
      for (const file of Object.values(bundle)) {
        if (file.type === 'chunk' && runAtOnce.has(file.name)) file.code = hint + file.code;
      }
    },
  },
});
