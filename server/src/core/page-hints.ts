import { readFile } from 'node:fs/promises';
import path from 'node:path';

/** The files of the build that the screen at a path needs, by path: '/orders/view/$id'. */
type Preloads = Record<string, readonly string[]>;

/**
 * The app's one page, with what the screen at an address needs named in its head: a browser then fetches all of it
 * at once, rather than to learn of it script by script.
 */
export async function readPage(root: string): Promise<(address: string) => string> {
  const page = await readFile(path.join(root, 'index.html'), 'utf8');
  const text = await readFile(path.join(root, 'preloads.json'), 'utf8').catch(() => '{}');
  const preloads = Object.entries(JSON.parse(text) as Preloads);
  const patterns = preloads.map(([route, files]) => ({ matches: patternOf(route), hints: hintsOf(files) }));
  return (address) => {
    const hints = patterns.find(({ matches }) => matches.test(address))?.hints;
    return hints ? page.replace('</head>', () => `${hints}</head>`) : page;
  };
}

const patternOf = (route: string): RegExp =>
  new RegExp(`^${route.replace(/[.*+?^{}()|[\]\\]/g, '\\$&').replace(/\$\w+/g, '[^/]+')}/?$`);

const hintsOf = (files: readonly string[]): string =>
  files
    .map((file) =>
      file.endsWith('.css')
        ? `<link rel="stylesheet" crossorigin href="/${file}">`
        : `<link rel="modulepreload" crossorigin href="/${file}">`,
    )
    .join('');
